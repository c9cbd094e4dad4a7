#include "app/version.h"

#include <ares.h>
#include <brotli/decode.h>
#include <curl/curl.h>
#include <fmt/format.h>
#include <isa-l.h>
#include <libdeflate.h>
#include <libpsl.h>
#include <openssl/crypto.h>
#include <unicode/uversion.h>
#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cstdint>

#include "store/database_version.h"

namespace meguri::app {
namespace {

constexpr std::string_view kCompiler =
#if defined(__clang__)
    "clang++ " __clang_version__;
#else
    "g++ " __VERSION__;
#endif

std::string ThreeNumbers(std::uint32_t major, std::uint32_t minor, std::uint32_t patch) {
  return fmt::format("{}.{}.{}", major, minor, patch);
}

std::string IcuVersion() {
  UVersionInfo numbers;
  u_getVersion(static_cast<std::uint8_t*>(numbers));
  std::array<char, U_MAX_VERSION_STRING_LENGTH> text{};
  u_versionToString(static_cast<const std::uint8_t*>(numbers), text.data());
  return text.data();
}

std::string BrotliVersion() {
  const std::uint32_t number = BrotliDecoderVersion();
  return ThreeNumbers(number >> 24U, (number >> 12U) & 0xFFFU, number & 0xFFFU);
}

std::string XxHashVersion() {
  const unsigned number = XXH_versionNumber();
  return ThreeNumbers(number / 10000, number / 100 % 100, number % 100);
}

}  // namespace

std::string VersionText(std::string_view version, std::string_view commit) {
  std::string out = fmt::format("meguri {} ({})\n", version, commit);
  const auto add = [&out](std::string_view name, std::string_view its_version) {
    out += fmt::format("  {:<12} {}\n", name, its_version);
  };
  add("compiler", kCompiler);
  const curl_version_info_data* const curl = curl_version_info(CURLVERSION_NOW);
  add("libcurl", curl->version);
  if (curl->nghttp2_version != nullptr) add("nghttp2", curl->nghttp2_version);
  add("c-ares", ares_version(nullptr));
  add("OpenSSL", OpenSSL_version(OPENSSL_VERSION_STRING));
  add("RocksDB", DatabaseVersion());
  add("zlib", zlibVersion());
  add("zstd", ZSTD_versionString());
  add("brotli", BrotliVersion());
  add("ICU", IcuVersion());
  add("libpsl", psl_get_version());
  add("xxHash", XxHashVersion());
  add("libdeflate", LIBDEFLATE_VERSION_STRING);
  add("ISA-L", ThreeNumbers(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION));
  return out;
}

}  // namespace meguri::app
