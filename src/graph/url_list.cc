#include "graph/url_list.h"

#include <algorithm>
#include <cassert>

namespace meguri {

std::string_view UrlList::url(PageId page) const {
  const std::uint64_t begin = page == 0 ? 0 : ends_[page - 1];
  return std::string_view(text_).substr(begin, ends_[page] - begin);
}

void UrlList::Add(std::string_view url) {
  text_ += url;
  ends_.push_back(text_.size());
}

void UrlList::AddAfter(std::size_t shared, std::string_view rest) {
  const std::size_t begin = ends_.size() < 2 ? 0 : ends_[ends_.size() - 2];
  assert(shared <= text_.size() - begin);
  const std::size_t old_size = text_.size();
  text_.resize(old_size + shared + rest.size());
  std::copy_n(text_.data() + begin, shared, text_.data() + old_size);
  std::copy_n(rest.data(), rest.size(), text_.data() + old_size + shared);
  ends_.push_back(text_.size());
}

void UrlList::Reserve(std::size_t urls, std::size_t text_bytes) {
  ends_.reserve(urls);
  text_.reserve(text_bytes);
}

std::string_view HostOfUrl(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  const std::size_t user = url.rfind('@');
  if (user != std::string_view::npos) url.remove_prefix(user + 1);
  if (url.starts_with('[')) return url.substr(0, url.find(']') + 1);  // an IPv6 address
  return url.substr(0, url.find(':'));
}

}  // namespace meguri
