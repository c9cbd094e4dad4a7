// What a generated web is made of, put together: the parts that answers are written from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "sim/generated/generated_hosts.h"
#include "sim/generated/page_changes.h"
#include "sim/generated/page_moves.h"
#include "sim/page/prose_bank.h"
#include "sim/web/page_source.h"

namespace meguri {

// Constant once made: any thread may read.
struct GeneratedWeb {
  GeneratedHosts hosts;
  PageMoves moves;
  PageChanges changes;
  WebPorts ports;
  WallTime start;
  std::uint32_t mean_bytes = 0;
  double dead_links = 0;  // share of the drawn links
  ProseBank bank;

  // How many bytes of HTML the page has, about.
  std::uint32_t BytesOf(std::uint64_t page_key) const;

  // "https://www.kitamori.test:8443", at the end of `out`, and the same with a path.
  void AppendOriginOf(const GeneratedHost& host, std::string& out) const {
    AppendOrigin(host.https, hosts.name_of(host), ports, out);
  }
  void AppendPageUrl(const GeneratedHost& host, std::uint32_t page, std::uint32_t moves_done,
                     std::string& out) const;
  // The path alone.
  void AppendPagePath(const GeneratedHost& host, std::uint32_t page, std::uint32_t moves_done,
                      std::string& out) const;

  bool IsPrivate(const GeneratedHost& host, std::uint32_t page) const {
    return host.private_folder != 0 && host.tree.FolderOf(page) == host.private_folder;
  }
};

}  // namespace meguri
