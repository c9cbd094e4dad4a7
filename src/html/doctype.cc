// <!DOCTYPE …>: the HTML Standard's fifteen doctype states, over what lies before the '>'.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/character_reference.h"
#include "html/token.h"

namespace meguri::html {
namespace {

class DoctypeParser {
 public:
  DoctypeParser(std::string_view text, bool cut) : rest_(text), cut_(cut) {}

  Doctype Parse() {
    SkipSpace();
    if (rest_.empty()) return Broken();
    TakeName();
    SkipSpace();
    if (rest_.empty()) return Ended();
    if (TakeWord("public")) {
      if (!TakeId(doctype_.public_id)) return Broken();
      SkipSpace();
      if (rest_.empty()) return Ended();
      if (!TakeId(doctype_.system_id)) return Broken();
    } else if (TakeWord("system")) {
      if (!TakeId(doctype_.system_id)) return Broken();
    } else {
      return Broken();
    }
    // Whatever follows the system identifier is passed over, and does no harm.
    SkipSpace();
    return rest_.empty() ? Ended() : std::move(doctype_);
  }

 private:
  Doctype Broken() {
    doctype_.force_quirks = true;
    return std::move(doctype_);
  }
  // Nothing is left: fine before a '>', not so at the page's end.
  Doctype Ended() { return cut_ ? Broken() : std::move(doctype_); }

  void SkipSpace() {
    while (!rest_.empty() && IsAsciiSpace(rest_.front())) {
      rest_.remove_prefix(1);
    }
  }

  void TakeName() {
    std::string& name = doctype_.name.emplace();
    for (; !rest_.empty() && !IsAsciiSpace(rest_.front()); rest_.remove_prefix(1)) {
      if (rest_.front() == '\0') {
        AppendUtf8(kReplacementCharacter, name);
      } else {
        name += AsciiToLower(rest_.front());
      }
    }
  }

  bool TakeWord(std::string_view lower) {
    if (!EqualsIgnoringAsciiCase(rest_.substr(0, lower.size()), lower)) return false;
    rest_.remove_prefix(lower.size());
    SkipSpace();
    return true;
  }

  // False if there is no whole quoted string; a '>' or the end may cut it short.
  bool TakeId(std::optional<std::string>& id) {
    if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\'')) return false;
    const char quote = rest_.front();
    rest_.remove_prefix(1);
    const std::size_t end = rest_.find(quote);
    AppendNormalised(rest_.substr(0, end), NulRule::kReplace, id.emplace());
    if (end == std::string_view::npos) return false;
    rest_.remove_prefix(end + 1);
    return true;
  }

  std::string_view rest_;
  bool cut_;
  Doctype doctype_;
};

}  // namespace

Doctype ParseDoctype(const Token& token) { return DoctypeParser(token.raw, token.cut).Parse(); }

}  // namespace meguri::html
