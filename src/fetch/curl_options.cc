// What an easy handle is told. Why: docs/design/fetching.md.
#include <fmt/format.h>

#include <cassert>

#include "base/ascii.h"
#include "fetch/curl_transfer.h"

namespace meguri {
namespace {

template <class Value>
void Set(CURL* handle, CURLoption option, Value value) {
  [[maybe_unused]] const CURLcode code = curl_easy_setopt(handle, option, value);
  assert(code == CURLE_OK);  // only of options and values that this libcurl doesn't know
}

// "Name: value" as libcurl wants it in its list: it takes "Name:" for "don't send this", and
// "Name;" for one without a value.
std::string ListedHeader(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon != line.npos && TrimAsciiSpace(line.substr(colon + 1)).empty())
    return std::string(line.substr(0, colon)) + ';';
  return std::string(line);
}

}  // namespace

CurlTransfer::CurlTransfer(const TransferContext& context) : context_(context) {}

CurlTransfer::~CurlTransfer() = default;

void CurlTransfer::RenewHandle() {
  handle_.reset();  // first, so that its memory serves the next one
  handle_.reset(curl_easy_init());
  assert(handle_ != nullptr);  // out of memory otherwise
  SetConstantOptions();
  SetTlsOptions();
  SetCallbacks();
}

void CurlTransfer::SetConstantOptions() {
  CURL* curl = handle();
  // Nothing from the environment, nothing but HTTP, nothing of its own accord.
  Set(curl, CURLOPT_PROXY, "");
  Set(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  Set(curl, CURLOPT_FOLLOWLOCATION, 0L);
  Set(curl, CURLOPT_NETRC, long{CURL_NETRC_IGNORED});
  Set(curl, CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  Set(curl, CURLOPT_HTTP09_ALLOWED, 0L);
  // Bytes as received.
  Set(curl, CURLOPT_HTTP_TRANSFER_DECODING, 0L);
  Set(curl, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  Set(curl, CURLOPT_PATH_AS_IS, 1L);
  Set(curl, CURLOPT_NOSIGNAL, 1L);
  Set(curl, CURLOPT_NOPROGRESS, 1L);
  Set(curl, CURLOPT_TCP_NODELAY, 1L);
  // It knows addresses only; to remember them would have it look them over at each transfer's end.
  Set(curl, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
  Set(curl, CURLOPT_MAXAGE_CONN,
      static_cast<long>(
          std::chrono::ceil<std::chrono::seconds>(context_.max_idle_connection).count()));
  if (context_.share != nullptr) Set(curl, CURLOPT_SHARE, context_.share);
}

void CurlTransfer::SetTlsOptions() {
  CURL* curl = handle();
  Set(curl, CURLOPT_SSL_VERIFYPEER, context_.insecure ? 0L : 1L);
  Set(curl, CURLOPT_SSL_VERIFYHOST, context_.insecure ? 0L : 2L);
  if (context_.ca_file.empty()) return;
  Set(curl, CURLOPT_CAINFO, context_.ca_file.c_str());
  // With a folder besides, libcurl would read the file anew for each connection.
  Set(curl, CURLOPT_CAPATH, static_cast<const char*>(nullptr));
}

void CurlTransfer::SetCallbacks() {
  CURL* curl = handle();
  Set(curl, CURLOPT_PRIVATE, this);
  Set(curl, CURLOPT_ERRORBUFFER, error_buffer_.data());
  Set(curl, CURLOPT_HEADERFUNCTION, &CurlTransfer::HeaderFunction);
  Set(curl, CURLOPT_HEADERDATA, this);
  Set(curl, CURLOPT_WRITEFUNCTION, &CurlTransfer::WriteFunction);
  Set(curl, CURLOPT_WRITEDATA, this);
  Set(curl, CURLOPT_VERBOSE, 1L);  // the only way to see the request as it was sent
  Set(curl, CURLOPT_DEBUGFUNCTION, &CurlTransfer::DebugFunction);
  Set(curl, CURLOPT_DEBUGDATA, this);
  Set(curl, CURLOPT_OPENSOCKETFUNCTION, &CurlTransfer::OpenSocketFunction);
  Set(curl, CURLOPT_OPENSOCKETDATA, this);
  // Called for a connection's end, long after the transfer that made it.
  Set(curl, CURLOPT_CLOSESOCKETFUNCTION, &CurlTransfer::CloseSocketFunction);
  Set(curl, CURLOPT_CLOSESOCKETDATA, &context_.sockets);
  Set(curl, CURLOPT_PREREQFUNCTION, &CurlTransfer::PrereqFunction);
  Set(curl, CURLOPT_PREREQDATA, this);
}

void CurlTransfer::SetHeaders(std::string_view lines) {
  curl_slist* list = nullptr;
  bool has_accept = false;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (EqualsIgnoringAsciiCase(line.substr(0, line.find(':')), "accept")) has_accept = true;
    list = curl_slist_append(list, ListedHeader(line).c_str());
  }
  if (!has_accept) list = curl_slist_append(list, "Accept:");  // not libcurl's own "*/*"
  Set(handle(), CURLOPT_HTTPHEADER, list);
  headers_.reset(list);
}

bool CurlTransfer::SetTarget(const FetchUrl& url) {
  CURL* curl = handle();
  // The path goes by libcurl's own parser, which might change it.
  const std::string origin = fmt::format("{}://{}/", url.https ? "https" : "http", url.authority);
  if (curl_easy_setopt(curl, CURLOPT_URL, origin.c_str()) != CURLE_OK) return false;
  Set(curl, CURLOPT_FRESH_CONNECT, 0L);
  Set(curl, CURLOPT_REQUEST_TARGET, url.target.c_str());
  const std::string address = task_.address.ToString();
  const std::string pin = task_.address.is_v4() ? fmt::format("::{}:{}", address, url.port)
                                                : fmt::format("::[{}]:{}", address, url.port);
  curl_slist* list = curl_slist_append(nullptr, pin.c_str());
  Set(curl, CURLOPT_CONNECT_TO, list);
  connect_to_.reset(list);
  const auto connect_millis =
      std::chrono::ceil<std::chrono::milliseconds>(task_.limits.max_connect).count();
  // Ours comes first; this only keeps libcurl from its own, of five minutes.
  Set(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect_millis + 10'000));
  return true;
}

}  // namespace meguri
