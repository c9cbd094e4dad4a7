// The URLs in a style sheet: url(…), src(…) and @import, by the tokens of CSS Syntax, so that
// neither comments nor strings that look like url() count. Total and linear.
#pragma once

#include <string>
#include <string_view>

namespace meguri::html {

class CssUrlReader {
 public:
  // `css`: a style sheet, or the value of a style attribute. Both arguments must outlive the
  // reader; `scratch` holds URLs that had escapes to be undone.
  CssUrlReader(std::string_view css, std::string& scratch) : rest_(css), scratch_(scratch) {}

  // The next URL, unresolved, into `url`; it is valid until the next call. False at the end.
  bool Next(std::string_view& url);
  // True if the URL that Next() gave last was an @import: a style sheet.
  bool is_import() const { return is_import_; }

 private:
  void SkipComment();
  bool TakeString(char quote, std::string_view& value);
  bool TakeUrlFunction(std::string_view& url);
  bool TakeAtRule(std::string_view& url);
  bool TakeWord(std::string_view& url);
  void SkipSpaceAndComments();
  std::string_view Unescaped(std::string_view raw);

  std::string_view rest_;
  std::string& scratch_;
  bool is_import_ = false;
};

}  // namespace meguri::html
