// MIME types as browsers read them (WHATWG MIME Sniffing Standard sections 4.2 to 4.5; Fetch
// Standard, "extract a MIME type").
//
// Text is bytes, each one a code point up to U+00FF, as headers are. Parsing is total and linear.
// Thread-compatible.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/lifetime.h"
#include "encoding/encoding.h"
#include "http/header_list.h"

namespace meguri::http {

class MimeType {
 public:
  // Of more parameters than this, the rest is not read: looking for duplicates costs their square.
  static constexpr std::size_t kMaxParameters = 100;

  struct Parameter {
    std::string name;   // lower case
    std::string value;  // without quotes and escapes

    bool operator==(const Parameter&) const = default;
  };

  // nullopt where the standard says "failure".
  static std::optional<MimeType> Parse(std::string_view text);

  // "text/html", in lower case.
  std::string_view essence() const MEGURI_LIFETIME_BOUND { return essence_; }
  std::string_view type() const MEGURI_LIFETIME_BOUND {
    return std::string_view(essence_).substr(0, slash_);
  }
  std::string_view subtype() const MEGURI_LIFETIME_BOUND {
    return std::string_view(essence_).substr(slash_ + 1);
  }
  const std::vector<Parameter>& parameters() const MEGURI_LIFETIME_BOUND { return parameters_; }

  // The value of parameter `name`, given in lower case.
  std::optional<std::string_view> Find(std::string_view name) const MEGURI_LIFETIME_BOUND;
  // Adds it at the end, or changes the one that is there.
  void Set(std::string_view name, std::string_view value);
  // "text/html;charset=gbk"
  std::string Serialise() const;

  bool IsHtml() const { return essence_ == "text/html"; }
  // text/xml, application/xml, anything ending with +xml.
  bool IsXml() const;

  bool operator==(const MimeType&) const = default;

 private:
  void ReadParameters(std::string_view text, std::size_t at);

  std::string essence_;
  std::size_t slash_ = 0;
  std::vector<Parameter> parameters_;
};

// The type of a message, from all its Content-Type headers; nullopt if none is one.
std::optional<MimeType> ExtractMimeType(const HeaderList& headers);

// The encoding that the charset parameter names, if there is one of that name. It is inline so
// that who doesn't ask needs no encodings.
inline std::optional<encoding::Encoding> EncodingOf(const MimeType& type) {
  const auto charset = type.Find("charset");
  return charset ? encoding::FindEncoding(*charset) : std::nullopt;
}

}  // namespace meguri::http
