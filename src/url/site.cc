#include "url/site.h"

#include <libpsl.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace meguri::url {
namespace {

// No rule of the list has more than six labels; what lies further left can't matter, and a
// host of a million labels would make libpsl slow.
constexpr int kLabelsThatMatter = 10;

std::string_view LastLabels(std::string_view host) {
  std::size_t begin = host.size();
  for (int labels = 0; labels < kLabelsThatMatter; ++labels) {
    const std::size_t dot = begin == 0 ? std::string_view::npos : host.rfind('.', begin - 1);
    if (dot == std::string_view::npos) return host;
    begin = dot;
  }
  return host.substr(begin + 1);
}

bool HasEmptyLabel(std::string_view host) {
  return host.empty() || host.front() == '.' || host.back() == '.' ||
         host.find("..") != std::string_view::npos;
}

// libpsl wants a NUL at the end. Real names fit into the buffer, so none is allocated.
template <class Function>
auto WithTerminator(std::string_view text, Function&& function) {
  std::array<char, 256> buffer;
  if (text.size() >= buffer.size()) return function(std::string(text).c_str());
  std::memcpy(buffer.data(), text.data(), text.size());
  buffer[text.size()] = '\0';
  return function(static_cast<const char*>(buffer.data()));
}

}  // namespace

SiteList SiteList::System() { return SiteList(psl_latest(nullptr)); }

Result<SiteList> SiteList::Load(const std::string& path) {
  // psl_load_file() doesn't say why it failed; opening the file ourselves does.
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    return Fail(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                path + ": " + std::strerror(errno));
  }
  return Read(file, path);
}

Result<SiteList> SiteList::Parse(std::string_view text, const std::string& name) {
  std::string copy(text);  // fmemopen() wants it writable, and not empty
  std::FILE* file = copy.empty() ? nullptr : ::fmemopen(copy.data(), copy.size(), "rb");
  if (file == nullptr) return Fail(ErrorCode::kCorrupt, name + ": is empty");
  return Read(file, name);
}

Result<SiteList> SiteList::Read(std::FILE* file, const std::string& name) {
  SiteList list(psl_load_fp(file));
  std::fclose(file);
  if (list.list_ == nullptr || psl_suffix_count(list.list_.get()) == 0) {
    return Fail(ErrorCode::kCorrupt,
                name + ": no rule in it; want a public suffix list as publicsuffix.org has it");
  }
  return list;
}

SiteList::SiteList(psl_ctx_st* list) : list_(list) {}
SiteList::SiteList(SiteList&&) noexcept = default;
SiteList& SiteList::operator=(SiteList&&) noexcept = default;
SiteList::~SiteList() = default;

void SiteList::Free::operator()(psl_ctx_st* list) const { psl_free(list); }

template <class LengthOf>
std::optional<std::string_view> SiteList::TailOf(std::string_view host, const LengthOf& length_of) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (HasEmptyLabel(host)) return std::nullopt;
  const std::size_t length = WithTerminator(LastLabels(host), length_of);
  if (length == 0) return std::nullopt;
  return host.substr(host.size() - length);
}

std::optional<std::string_view> SiteList::RegisteredDomain(std::string_view host) const {
  return TailOf(host, [this](const char* name) -> std::size_t {
    const char* domain = psl_registrable_domain(list_.get(), name);
    return domain == nullptr ? 0 : std::strlen(domain);  // a pointer into `name`
  });
}

std::optional<std::string_view> SiteList::RegisteredDomainByIcann(std::string_view host) const {
  return TailOf(host, [this](const char* name) -> std::size_t {
    const char* domain = nullptr;
    while (psl_is_public_suffix2(list_.get(), name, PSL_TYPE_ICANN) == 0) {
      domain = name;
      const char* dot = std::strchr(name, '.');
      if (dot == nullptr) break;
      name = dot + 1;
    }
    return domain == nullptr ? 0 : std::strlen(domain);
  });
}

std::optional<std::string_view> SiteList::RegisteredDomainOrAddress(const Url& url) const {
  switch (url.host_kind()) {
    case HostKind::kDomain:
      return RegisteredDomain(url.host());
    case HostKind::kIpv4:
    case HostKind::kIpv6:
      return url.host();
    default:
      return std::nullopt;
  }
}

std::string_view SiteList::SiteOf(const Url& url) const {
  if (const auto site = RegisteredDomainOrAddress(url)) return *site;
  std::string_view host = url.host();
  if (host.size() > 1 && host.ends_with('.')) host.remove_suffix(1);
  return host;
}

}  // namespace meguri::url
