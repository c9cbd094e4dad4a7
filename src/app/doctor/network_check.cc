#include "app/doctor/network_check.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace meguri::app {
namespace {

// The fields of each line.
std::vector<std::vector<std::string>> ReadTable(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::vector<std::string>& row = rows.emplace_back();
    for (std::string word; words >> word;)
      row.push_back(word);
  }
  return rows;
}

// Interface, destination, gateway, flags, three numbers, mask.
bool IsDefaultV4(const std::vector<std::string>& row) {
  return row.size() > 7 && row[0] != "lo" && row[1] == "00000000" && row[7] == "00000000";
}

// Destination, its prefix, source, its prefix, next hop, four numbers, interface. Machines without
// a way out have an entry, too, that says so, on "lo".
bool IsDefaultV6(const std::vector<std::string>& row) {
  return row.size() > 9 && row[1] == "00" && row[0].find_first_not_of('0') == std::string::npos &&
         row[9] != "lo";
}

// Address, interface's number, prefix, scope, flags, interface.
bool IsGlobalV6(const std::vector<std::string>& row) { return row.size() > 5 && row[3] == "00"; }

bool AnyOf(const std::vector<std::vector<std::string>>& rows,
           bool (*is)(const std::vector<std::string>&)) {
  for (const std::vector<std::string>& row : rows) {
    if (is(row)) return true;
  }
  return false;
}

}  // namespace

NetworkFacts ReadNetworkFacts(const std::string& root) {
  NetworkFacts facts;
  facts.v4_route = AnyOf(ReadTable(root + "/proc/net/route"), IsDefaultV4);
  facts.v6_route = AnyOf(ReadTable(root + "/proc/net/ipv6_route"), IsDefaultV6);
  facts.v6_address = AnyOf(ReadTable(root + "/proc/net/if_inet6"), IsGlobalV6);
  std::ifstream ports(root + "/proc/sys/net/ipv4/ip_local_port_range");
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  if (ports >> first >> last) facts.ports = {first, last};
  return facts;
}

Finding JudgeRoute(const NetworkFacts& facts) {
  constexpr std::string_view kName = "network";
  if (facts.v4_route) return FoundOk(kName, "there is a default route");
  if (facts.v6_route) {
    return FoundWarning(kName, "there is a default route for IPv6 alone",
                        "Add one for IPv4 (ip route add default via ADDRESS), without which most "
                        "servers can't be reached.");
  }
  return FoundWarning(kName, "there is no default route",
                      "Connect this machine to a network (ip route shows how it is connected); "
                      "until then only machines nearby can be crawled.");
}

Finding JudgeV6(const NetworkFacts& facts) {
  constexpr std::string_view kName = "IPv6";
  if (facts.v6_route && facts.v6_address) return FoundOk(kName, "available");
  return FoundOk(kName, facts.v6_address
                            ? "there is an address, but no default route; IPv4 is used"
                            : "not available; servers that have no IPv4 can't be reached");
}

Finding JudgePorts(const NetworkFacts& facts, std::uint32_t connections) {
  constexpr std::string_view kName = "ports";
  if (!facts.ports)
    return FoundOk(kName, "the system doesn't say which ones connections leave from");
  const auto& [first, last] = *facts.ports;
  const std::uint32_t count = last < first ? 0 : last - first + 1;
  const std::string found = fmt::format("connections leave from {} to {}", first, last);
  // As many idle ones are kept, and each name that is looked up takes one for a moment.
  const std::uint64_t wanted = std::uint64_t{2} * connections + 100;
  if (count >= wanted) return FoundOk(kName, found);
  return FoundWarning(
      kName, fmt::format("{}, which is fewer than the {} that a crawl may use", found, wanted),
      "Widen the range as root (sysctl -w net.ipv4.ip_local_port_range=\"32768 60999\"), or choose "
      "fewer --connections.");
}

}  // namespace meguri::app
