// How to reach a lab that is up: command lines for people, one line of JSON for programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/http/lab_server.h"
#include "sim/web/virtual_web.h"

namespace meguri::app {

struct LabReach {
  WebPorts ports;
  std::uint16_t dns_port = 0;
  std::string ca_path;
  std::string hosts_path;  // of the hosts file
  std::string key_pin;     // of the certificates' key: base64 of its SHA-256
  std::string log;         // empty: none
  bool has_v6 = false;
  double speed = 1;
};

// Borrows nothing; ends with '\n'.
std::string ReachInWords(const VirtualWeb& web, const LabReach& reach);
// The web's names and addresses as in /etc/hosts, for programs that can be given such a file.
std::string HostsFile(const VirtualWeb& web);
std::string ReachAsJson(const VirtualWeb& web, const LabReach& reach);

}  // namespace meguri::app
