// A page through tokenizer and text extractor, for tests.
#pragma once

#include <string_view>

#include "html/content_model.h"
#include "html/text/text_extractor.h"
#include "html/tokenizer.h"

namespace meguri::html {

inline void Extract(std::string_view page, TextExtractor& extractor) {
  extractor.Reset();
  Tokenizer tokenizer;
  tokenizer.Reset(page);
  ContentModel model;
  Tokenize(tokenizer, model, extractor);
  extractor.Finish();
}

struct Extracted : TextExtractor {
  explicit Extracted(std::string_view page) { Extract(page, *this); }
};

}  // namespace meguri::html
