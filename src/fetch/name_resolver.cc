#include "fetch/name_resolver.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "url/host_name.h"

namespace meguri {
namespace {

constexpr int kClassIn = 1;
constexpr int kTypeA = 1;
constexpr int kTypeAaaa = 28;
constexpr std::uint16_t kDnsPort = 53;
constexpr int kUdpBytes = 1232;  // what no path cuts in two (dnsflagday.net/2020)
constexpr int kReceiveBuffer = 1 << 20;

struct ServerAddress {
  IpAddress address;
  std::uint16_t port = kDnsPort;
};

std::string ToString(const ServerAddress& server) {
  const std::string text = server.address.ToString();
  return fmt::format(fmt::runtime(server.address.is_v4() ? "{}:{}" : "[{}]:{}"), text, server.port);
}

std::optional<ServerAddress> ParseServer(std::string_view text) {
  ServerAddress server;
  if (const auto bare = IpAddress::Parse(text)) {
    server.address = *bare;
    return server;
  }
  const std::size_t colon = text.ends_with(']') ? text.npos : text.rfind(':');
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto address = IpAddress::Parse(host);
  if (!address) return std::nullopt;
  server.address = *address;
  if (colon == text.npos) return server;
  const std::string_view digits = text.substr(colon + 1);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), server.port);
  if (error != std::errc() || end != digits.data() + digits.size() || server.port == 0)
    return std::nullopt;
  return server;
}

ServerAddress FromNode(const ares_addr_port_node& node) {
  ServerAddress server;
  if (node.family == AF_INET) {
    server.address = IpAddress::V4(ntohl(node.addr.addr4.s_addr));
  } else {
    std::array<std::uint8_t, 16> bytes{};
    std::memcpy(bytes.data(), &node.addr.addr6, bytes.size());
    server.address = IpAddress::V6(bytes);
  }
  if (node.udp_port != 0) server.port = static_cast<std::uint16_t>(node.udp_port);
  return server;
}

Error AresError(std::string_view what, int status) {
  return {ErrorCode::kIo, fmt::format("{}: {}", what, ares_strerror(status))};
}

// Neither SERVFAIL nor silence: the server knows that there is nothing.
bool IsNegative(int status) { return status == ARES_ENODATA || status == ARES_SUCCESS; }

// Nobody is there to say anything.
bool IsSilence(int status) {
  return status == ARES_ETIMEOUT || status == ARES_ECONNREFUSED || status == ARES_ECANCELLED;
}

template <class T>
void AddNew(const T& value, std::vector<T>& list) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

}  // namespace

NameResolver::NameResolver(const NameResolverOptions& options, const Clock& clock,
                           EpollSet& sockets)
    : options_(options), clock_(clock), sockets_(sockets) {}

NameResolver::~NameResolver() {
  if (channel_ != nullptr) ares_destroy(channel_);
}

Result<std::unique_ptr<NameResolver>> NameResolver::Create(const NameResolverOptions& options,
                                                           const Clock& clock, EpollSet& sockets) {
  std::unique_ptr<NameResolver> resolver(new NameResolver(options, clock, sockets));
  MEGURI_CHECK_STATUS(resolver->Start());
  return resolver;
}

Status NameResolver::Start() {
  if (const int status = ares_library_init(ARES_LIB_INIT_ALL); status != ARES_SUCCESS)
    return tl::unexpected(AresError("c-ares", status));
  ares_options options{};
  options.flags = ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES | ARES_FLAG_EDNS;
  options.timeout =
      static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(options_.timeout).count());
  options.tries = options_.tries;
  options.ednspsz = kUdpBytes;
  options.socket_receive_buffer_size = kReceiveBuffer;
  options.sock_state_cb = &NameResolver::OnSocketState;
  options.sock_state_cb_data = this;
  const int given = ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_EDNSPSZ |
                    ARES_OPT_SOCK_RCVBUF | ARES_OPT_SOCK_STATE_CB;
  if (const int status = ares_init_options(&channel_, &options, given); status != ARES_SUCCESS)
    return tl::unexpected(AresError("c-ares", status));
  return SetServer();
}

Status NameResolver::SetServer() {
  if (options_.server.empty()) {
    ares_addr_port_node* servers = nullptr;
    if (const int status = ares_get_servers_ports(channel_, &servers); status != ARES_SUCCESS)
      return tl::unexpected(AresError("the machine's name servers", status));
    if (servers != nullptr) server_ = ToString(FromNode(*servers));
    ares_free_data(servers);
    return {};
  }
  const auto server = ParseServer(options_.server);
  if (!server) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("resolver '{}': want an address and a port, as 127.0.0.1:53 or [::1]:53",
                    options_.server));
  }
  ares_addr_port_node node{};
  node.udp_port = node.tcp_port = server->port;
  if (server->address.is_v4()) {
    node.family = AF_INET;
    node.addr.addr4.s_addr = htonl(server->address.v4_number());
  } else {
    node.family = AF_INET6;
    std::memcpy(&node.addr.addr6, server->address.bytes().data(), 16);
  }
  if (const int status = ares_set_servers_ports(channel_, &node); status != ARES_SUCCESS)
    return tl::unexpected(AresError(options_.server, status));
  server_ = ToString(*server);
  return {};
}

Result<std::vector<std::string>> NameResolver::MachineServers() {
  if (const int status = ares_library_init(ARES_LIB_INIT_ALL); status != ARES_SUCCESS)
    return tl::unexpected(AresError("c-ares", status));
  ares_channel channel = nullptr;
  if (const int status = ares_init(&channel); status != ARES_SUCCESS)
    return tl::unexpected(AresError("c-ares", status));
  ares_addr_port_node* first = nullptr;
  const int status = ares_get_servers_ports(channel, &first);
  std::vector<std::string> servers;
  for (const ares_addr_port_node* node = first; node != nullptr; node = node->next)
    servers.push_back(ToString(FromNode(*node)));
  ares_free_data(first);
  ares_destroy(channel);
  if (status == ARES_SUCCESS) return servers;
  return tl::unexpected(AresError("the machine's name servers", status));
}

void NameResolver::OnSocketState(void* resolver, ares_socket_t fd, int readable, int writable) {
  static_cast<NameResolver*>(resolver)->sockets_.Watch(fd, EpollSet::Owner::kNames, readable != 0,
                                                       writable != 0);
}

void NameResolver::Resolve(ResolveTask task) {
  if (waiting_.empty() && may_begin()) {
    Begin(std::move(task));
  } else {
    waiting_.push_back(std::move(task));
  }
}

void NameResolver::Begin(ResolveTask task) {
  const std::uint64_t id = ++last_id_;
  if (questions_ == 0) next_tick_ = clock_.Now() + kTick;  // the clock stood still
  // A copy: the first answer may come, and end the lookup, before the second question is asked.
  const std::string host = task.host;
  const auto lookup = lookups_.emplace(
      id, Lookup{.task = std::move(task), .date = clock_.WallNow(), .tick = tick_});
  ++begun_in_tick_;
  if (!url::IsHostName(host)) {
    lookup.first->second.v4 = {.ended = true, .status = ARES_EBADNAME};
    return Finish(id, lookup.first->second);
  }
  Ask(host, id, AddressFamily::kV4);
  Ask(host, id, AddressFamily::kV6);
}

void NameResolver::Ask(const std::string& host, std::uint64_t lookup, AddressFamily family) {
  auto question = std::make_unique<Question>(Question{this, lookup, family});
  ++questions_;
  ares_query(channel_, host.c_str(), kClassIn, family == AddressFamily::kV4 ? kTypeA : kTypeAaaa,
             &NameResolver::OnAnswer, question.release());  // comes back in OnAnswer, always
}

void NameResolver::OnAnswer(void* question, int status, int /*timeouts*/, unsigned char* message,
                            int length) {
  const std::unique_ptr<Question> owned(static_cast<Question*>(question));
  if (status == ARES_EDESTRUCTION) return;
  const bool has_message = message != nullptr && length > 0;
  owned->resolver->OnAnswer(*owned, status,
                            has_message ? std::string_view(reinterpret_cast<const char*>(message),
                                                           static_cast<std::size_t>(length))
                                        : std::string_view());
}

void NameResolver::OnAnswer(const Question& question, int status, std::string_view message) {
  --questions_;
  const auto found = lookups_.find(question.lookup);
  if (found == lookups_.end()) return;
  Lookup& lookup = found->second;
  Family& family = question.family == AddressFamily::kV4 ? lookup.v4 : lookup.v6;
  family.ended = true;
  family.status = status;
  if (!message.empty()) {
    family.answer = ReadDnsAnswer(message, lookup.task.host, question.family);
    if (!family.answer.readable && status == ARES_SUCCESS) family.status = ARES_EBADRESP;
  }
  const bool v4_is_enough =
      lookup.v4.ended && (lookup.v4.status == ARES_ENOTFOUND || lookup.v4.status == ARES_EBADNAME);
  if (v4_is_enough || (lookup.v4.ended && lookup.v6.ended)) {
    Finish(found->first, lookup);
  } else if (lookup.v4.ended && !lookup.v4.answer.addresses.empty()) {
    second_waits_.emplace_back(clock_.Now() + options_.second_family_wait, found->first);
  }
}

// Addresses and records of both families; the least TTL, if there is one.
std::optional<std::uint32_t> NameResolver::Merge(const Lookup& lookup, ResolveResult& result) {
  std::optional<std::uint32_t> ttl;
  std::vector<std::string> lines;
  const bool any = lookup.has_addresses();
  for (const Family* family : {&lookup.v4, &lookup.v6}) {
    // What is negative about one family says nothing about the other's addresses.
    if (!family->ended || (any && family->answer.addresses.empty())) continue;
    for (const IpAddress& address : family->answer.addresses)
      AddNew(address, result.addresses);
    for (const std::string& line : family->answer.lines)
      AddNew(line, lines);
    if (family->answer.ttl) ttl = std::min(ttl.value_or(*family->answer.ttl), *family->answer.ttl);
  }
  for (const std::string& line : lines)
    result.records += line;
  return ttl;
}

void NameResolver::Judge(const Lookup& lookup, ResolveResult& result) const {
  const auto is = [&](int status) {
    return (lookup.v4.ended && lookup.v4.status == status) ||
           (lookup.v6.ended && lookup.v6.status == status);
  };
  if (lookup.has_addresses()) {
    result.outcome = ResolveOutcome::kAddresses;
  } else if (is(ARES_EBADNAME)) {
    result.outcome = ResolveOutcome::kNoSuchName;
    result.error = "not a name that DNS could have";
  } else if (is(ARES_ENOTFOUND)) {
    result.outcome = ResolveOutcome::kNoSuchName;
    result.error = "no such name";
  } else if (IsNegative(lookup.v4.status) && IsNegative(lookup.v6.status)) {
    result.outcome = ResolveOutcome::kNoAddress;
    result.error = "the name has no address";
  } else {
    const int status = IsNegative(lookup.v4.status) ? lookup.v6.status : lookup.v4.status;
    const bool silence = IsSilence(lookup.v4.status) && IsSilence(lookup.v6.status);
    result.outcome = silence ? ResolveOutcome::kUnanswered : ResolveOutcome::kFailed;
    result.error = fmt::format("{} (asked {})", ares_strerror(status), server_);
  }
}

void NameResolver::Finish(std::uint64_t id, Lookup& lookup) {
  ResolveResult result;
  result.ticket = lookup.task.ticket;
  result.host = std::move(lookup.task.host);
  result.date = lookup.date;
  result.server = server_;
  const std::optional<std::uint32_t> ttl = Merge(lookup, result);
  Judge(lookup, result);
  result.valid_for = kMinTtl;
  const bool known =
      result.outcome != ResolveOutcome::kFailed && result.outcome != ResolveOutcome::kUnanswered;
  if (ttl && known)
    result.valid_for = std::clamp<Duration>(std::chrono::seconds(*ttl), kMinTtl, kMaxTtl);
  results_.push_back(std::move(result));
  if (lookup.tick == tick_) --begun_in_tick_;
  lookups_.erase(id);
}

void NameResolver::BeginWaiting() {
  while (!waiting_.empty() && may_begin()) {
    ResolveTask task = std::move(waiting_.front());
    waiting_.pop_front();
    Begin(std::move(task));
  }
}

void NameResolver::OnSocket(const EpollSet::Event& event) {
  ares_process_fd(channel_, event.readable ? event.fd : ARES_SOCKET_BAD,
                  event.writable ? event.fd : ARES_SOCKET_BAD);
  BeginWaiting();
}

void NameResolver::OnTime(TimePoint now) {
  if (questions_ != 0 && now >= next_tick_) {
    next_tick_ = now + kTick;
    ++tick_;
    begun_in_tick_ = 0;
    ares_process_fd(channel_, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
  }
  while (!second_waits_.empty() && now >= second_waits_.front().first) {
    const auto found = lookups_.find(second_waits_.front().second);
    second_waits_.pop_front();
    if (found != lookups_.end()) Finish(found->first, found->second);
  }
  BeginWaiting();
}

TimePoint NameResolver::next_time() const {
  TimePoint next = TimePoint::max();
  if (questions_ != 0) next = next_tick_;
  if (!second_waits_.empty()) next = std::min(next, second_waits_.front().first);
  return next;
}

void NameResolver::CancelAll() {
  for (ResolveTask& task : waiting_) {
    ResolveResult result;
    result.ticket = task.ticket;
    result.host = std::move(task.host);
    result.valid_for = kMinTtl;
    result.date = clock_.WallNow();
    result.server = server_;
    result.error = "cancelled";
    results_.push_back(std::move(result));
  }
  waiting_.clear();
  ares_cancel(channel_);  // every question ends with ARES_ECANCELLED
}

}  // namespace meguri
