// usage: lab_web_as_files SPEC.toml PER_HOST ROOT LISTS: what a web description makes, as files
// that another server can serve: up to PER_HOST pages of each host under ROOT, numbered. LISTS/lab
// and LISTS/files have the requests for the lab and for that server, line by line the same page:
// "ADDRESS HOST TARGET". Prints how many pages there are and their mean size.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "base/files.h"
#include "sim/web/web_builder.h"
#include "sim/web/web_spec_toml.h"

namespace {

using namespace meguri;

struct Folders {
  std::string root;
  std::string lists;
};

Status Write(const std::string& spec_path, std::uint64_t per_host, const Folders& to) {
  RealFiles files;
  MEGURI_TRY(const std::string text, ReadWholeFile(files, spec_path));
  MEGURI_TRY(const WebSpec spec, ParseWebSpec(text, spec_path));
  MEGURI_TRY(const VirtualWeb web, BuildWeb(spec, files));
  std::filesystem::create_directories(to.root);
  std::ofstream lab(to.lists + "/lab");
  std::ofstream other(to.lists + "/files");
  std::map<std::string, std::uint64_t> taken;
  WebAnswer answer;
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
  web.ForEachPage(web.start(), [&](const VirtualHost& host, std::string_view text_of_url) {
    if (taken[host.name] == per_host) return;
    const std::string target(text_of_url.substr(text_of_url.find('/', 8)));
    web.Answer({.host = host.name, .target = target}, web.start(), answer);
    if (answer.status != 200) return;
    const std::string name = fmt::format("/{}-{}", host.source_host, taken[host.name]++);
    std::ofstream(to.root + name, std::ios::binary) << answer.body;
    const std::string address = host.addresses.front().ToString();
    lab << address << ' ' << host.name << ' ' << target << '\n';
    other << address << ' ' << host.name << ' ' << name << '\n';
    ++pages;
    bytes += answer.body.size();
  });
  if (pages == 0) return Fail(ErrorCode::kNotFound, "no page answers with 200");
  fmt::print("{} pages of {} bytes on average\n", pages, bytes / pages);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: lab_web_as_files SPEC.toml PER_HOST ROOT LISTS\n");
    return 2;
  }
  const Status written =
      Write(argv[1], std::strtoull(argv[2], nullptr, 10), {.root = argv[3], .lists = argv[4]});
  if (!written) fmt::print(stderr, "lab_web_as_files: {}\n", written.error().context);
  return written ? 0 : 1;
}
