// What `meguri lab` is to do: its command line and its config file, put together.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sim/web/web_spec.h"

namespace meguri::app {

// The command line; nullopt or empty: not said. A flag that was given wins over the file.
struct LabFlags {
  std::string config;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> start;
  std::optional<std::uint32_t> ips;
  std::optional<std::uint32_t> hosts;
  std::optional<std::uint64_t> pages;
  std::optional<std::uint32_t> max_host_pages;
  std::vector<std::string> languages;
  std::optional<std::uint16_t> http_port;
  std::optional<std::uint16_t> https_port;
  std::optional<std::uint16_t> dns_port;
  std::optional<double> speed;
  std::vector<std::string> graphs;
  std::vector<std::string> folders;  // "HOST=DIR" or "DIR"
  std::vector<std::string> tars;
  std::vector<std::string> warcs;
  std::vector<std::string> misbehave;
  std::string dir;
  std::string log;
  bool no_log = false;
  std::string run_for;
  bool json = false;
};

struct LabPlan {
  WebSpec web;  // its ports may be 0: any that is free
  std::uint16_t dns_port = 0;
  double speed = 1;
  std::string dir;                 // has ca.pem
  std::optional<std::string> log;  // nullopt: none
  std::optional<std::chrono::microseconds> run_for;
  bool json = false;
};

// `config`: the file's bytes; empty if there is none. Fails with kInvalidArgument, naming the flag
// or the file's line.
Result<LabPlan> MakeLabPlan(const LabFlags& flags, const std::string& config);

// How a folder or a tar is called if nobody says otherwise: "docs.test" for "a/Docs.tar.gz".
std::string HostNameFor(std::string_view path);

// The flag's duration: "200ms". The error names flag and text.
Result<std::chrono::microseconds> ParseDurationFlag(std::string_view flag, std::string_view text);

}  // namespace meguri::app
