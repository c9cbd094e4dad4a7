#include "store/crawl_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/hash.h"

namespace meguri {
namespace {

using Json = nlohmann::json;

constexpr int kVersion = 1;
constexpr std::uint32_t kMaxShards = 65'536;  // targets.log has 16 bits for one
constexpr std::uint64_t kMaxJsonBytes = std::uint64_t{1} << 20;

std::string JsonPath(const std::string& directory) { return directory + "/crawl.json"; }

// Of whoever has the lock: its process id, as it wrote it there.
std::string ReadOwner(int fd) {
  std::array<char, 32> text{};
  const ssize_t got = ::pread(fd, text.data(), text.size(), 0);
  std::string owner(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  owner.resize(
      static_cast<std::size_t>(std::ranges::find_if_not(owner, IsAsciiDigit) - owner.begin()));
  return owner.empty() ? "unknown" : owner;
}

std::optional<CrawlIdentity> FromJson(const Json& json) {
  const auto seed = json.find("seed");
  const auto shards = json.find("shards");
  const auto canonical = json.find("canonical");
  if (seed == json.end() || !seed->is_string() || shards == json.end() ||
      !shards->is_number_unsigned() || canonical == json.end() || !canonical->is_object()) {
    return std::nullopt;
  }
  CrawlIdentity identity;
  const auto& digits = seed->get_ref<const std::string&>();
  const char* end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, identity.seed, 16);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  const auto count = shards->get<std::uint64_t>();
  if (count == 0 || count > kMaxShards) return std::nullopt;
  identity.shards = static_cast<std::uint32_t>(count);
  const auto drop = canonical->find("drop_parameters");
  const auto sort = canonical->find("sort_query");
  if (drop == canonical->end() || !drop->is_array() || sort == canonical->end() ||
      !sort->is_boolean()) {
    return std::nullopt;
  }
  identity.canonical.drop_parameters.clear();
  for (const Json& name : *drop) {
    if (!name.is_string()) return std::nullopt;
    identity.canonical.drop_parameters.push_back(name.get<std::string>());
  }
  identity.canonical.sort_query = sort->get<bool>();
  return identity;
}

// "+a -b": what the one has and the other has not.
std::string ListDifference(std::vector<std::string> found, std::vector<std::string> wanted) {
  std::ranges::sort(found);
  std::ranges::sort(wanted);
  std::vector<std::string> only;
  std::string text;
  std::ranges::set_difference(wanted, found, std::back_inserter(only));
  for (const std::string& name : only) {
    text += (text.empty() ? "+" : " +") + name;
  }
  only.clear();
  std::ranges::set_difference(found, wanted, std::back_inserter(only));
  for (const std::string& name : only) {
    text += (text.empty() ? "-" : " -") + name;
  }
  return text;
}

}  // namespace

Result<FolderLock> FolderLock::Take(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return tl::unexpected(FileError(directory, "make the folder", error.value()));
  const std::string path = directory + "/lock";
  OwnedFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file) return tl::unexpected(FileError(path, "open", errno));
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return tl::unexpected(FileError(path, "lock", errno));
    return Fail(ErrorCode::kAlreadyExists, fmt::format("another process (pid {}) is at work in {}",
                                                       ReadOwner(file.get()), directory));
  }
  const std::string owner = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file.get(), 0) != 0 || ::pwrite(file.get(), owner.data(), owner.size(), 0) < 0) {
    return tl::unexpected(FileError(path, "write", errno));
  }
  return FolderLock(std::move(file));
}

Result<std::optional<CrawlIdentity>> ReadIdentity(Files& files, const std::string& directory) {
  const std::string path = JsonPath(directory);
  auto text = ReadWholeFile(files, path, kMaxJsonBytes);
  if (!text && text.error().code == ErrorCode::kNotFound) return std::optional<CrawlIdentity>();
  if (!text) return tl::unexpected(std::move(text).error());
  const Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  tl::unexpected<Error> damaged =
      Fail(ErrorCode::kCorrupt, path + ": is damaged: put back a copy of it");
  if (!json.is_object()) return damaged;
  const auto version = json.find("version");
  if (version == json.end() || !version->is_number_unsigned()) return damaged;
  if (version->get<std::uint64_t>() != kVersion) {
    return Fail(ErrorCode::kUnsupported,
                fmt::format("{}: is of version {}, and this program knows version {} only", path,
                            version->get<std::uint64_t>(), kVersion));
  }
  auto identity = FromJson(json);
  if (!identity) return damaged;
  return identity;
}

Status WriteIdentity(Files& files, const std::string& directory, const CrawlIdentity& identity) {
  const Json json = {{"version", kVersion},
                     {"seed", ToHex(identity.seed)},
                     {"shards", identity.shards},
                     {"canonical",
                      {{"drop_parameters", identity.canonical.drop_parameters},
                       {"sort_query", identity.canonical.sort_query}}}};
  // Names of parameters are the user's bytes: what is no UTF-8 must not throw.
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  return ReplaceFile(files, JsonPath(directory), text);
}

Status CompareIdentity(const std::string& directory, const CrawlIdentity& found,
                       const CrawlIdentity& wanted) {
  std::vector<std::string> differences;
  if (wanted.seed != 0 && wanted.seed != found.seed) {
    differences.push_back(
        fmt::format("seed {} there, {} wanted", ToHex(found.seed), ToHex(wanted.seed)));
  }
  if (wanted.shards != 0 && wanted.shards != found.shards) {
    differences.push_back(fmt::format("{} shards there, {} wanted", found.shards, wanted.shards));
  }
  const std::string dropped =
      ListDifference(found.canonical.drop_parameters, wanted.canonical.drop_parameters);
  if (!dropped.empty()) differences.push_back("dropped parameters: " + dropped);
  if (wanted.canonical.sort_query != found.canonical.sort_query) {
    differences.push_back(
        fmt::format("queries {}sorted there", found.canonical.sort_query ? "" : "not "));
  }
  if (differences.empty()) return {};
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("{} is another crawl's folder ({}): set them as they are there, or take "
                          "a new folder",
                          directory, fmt::join(differences, "; ")));
}

Status CheckIdentity(const CrawlIdentity& identity) {
  if (identity.shards > kMaxShards) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("{} shards: want 1 to {}", identity.shards, kMaxShards));
  }
  const auto canonicalizer = url::Canonicalizer::Create(identity.canonical);
  if (!canonicalizer) return tl::unexpected(canonicalizer.error());
  return {};
}

}  // namespace meguri
