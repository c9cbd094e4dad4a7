#include "sim/page/html_page.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "sim/page/page_writer.h"
#include "sim/page/prose_grammar.h"

namespace meguri {
namespace {

static_assert(PageWriter::kPiece <= ProseBank::kPadding);

// What a page is divided into, as a reader sees it. Each takes some of the page's sentences.
enum class BlockKind : std::uint8_t { kParagraph, kList, kQuotation, kTable };

constexpr std::uint64_t kMaxBlockSentences = 6;
constexpr std::uint64_t kBlocksOfSection = 4;
constexpr std::uint64_t kMaxPeriod = 10;  // a block is rewritten with every tenth version

// Where block `p` of a page is in its life: of `version` versions it was rewritten in so many.
// In every version there is a block that is, if there are at least `period` blocks.
std::uint64_t Rewrites(std::uint64_t key, std::uint64_t block, std::uint64_t period,
                       std::uint64_t version) {
  const std::uint64_t phase = (block + key % period) % period;
  return version / period + (phase != 0 && version % period >= phase ? 1 : 0);
}

class PageMaker {
 public:
  PageMaker(const ProseBank& bank, const HtmlPage& page, std::string& out)
      : bank_(bank), page_(page), writer_(out, page.bytes + page.bytes / 8 + 4096) {}

  void Make() {
    PutHead();
    PutHeader();
    Plan();
    PutArticle();
    PutFooter();
    writer_.Finish();
  }

 private:
  void PutHead();
  void PutHeader();
  void PutArticle();
  void PutBlock(std::uint64_t block);
  void PutParagraph(std::uint64_t count);
  void PutList(std::uint64_t count);
  void PutQuotation(std::uint64_t count);
  void PutTable(std::uint64_t count);
  void PutLateLinks();
  void PutImages();
  void PutFooter();
  void Plan();

  void PutSentence() {
    writer_.PutPadded(
        bank_.sentence(page_.language, page_.charset, NextMixed(draw_) % ProseBank::kSentences));
    ++sentence_;
  }
  void PutWord(std::uint64_t draw) {
    writer_.PutPadded(bank_.word(page_.language, page_.charset, draw % ProseBank::kWords));
  }
  void PutPhrase(PagePhrase phrase) {
    writer_.PutPadded(bank_.phrase(page_.language, page_.charset, phrase));
  }
  void PutTitle(std::uint64_t key) {
    const ProseBank::Title title = bank_.title(page_.language, page_.charset, key);
    writer_.PutPadded(title.subject);
    writer_.PutPadded(title.name);
    writer_.PutPadded(title.number);
  }
  void PutAnchor(const PageLink& link) {
    writer_.Put("<a href=\"");
    writer_.PutAttribute(link.url);
    writer_.Put("\">");
    PutTitle(link.title_key);
    writer_.Put("</a>");
  }
  void PutDueLink();
  void PutDate();

  // The sentence that `index` of `count` things, spread evenly, stand behind.
  std::uint64_t Place(std::size_t index, std::size_t count) const {
    return (2 * index + 1) * sentences_ / (2 * count);
  }
  bool link_due() const {
    return next_link_ < page_.links.size() && Place(next_link_, page_.links.size()) < sentence_;
  }

  const ProseBank& bank_;
  const HtmlPage& page_;
  PageWriter writer_;

  // Plan(): depends on neither version nor trivial.
  std::uint64_t sentences_ = 0;
  std::uint64_t period_ = 1;

  std::uint64_t draw_ = 0;  // of the block that is being written
  std::uint64_t sentence_ = 0;
  std::size_t next_link_ = 0;
  std::size_t next_image_ = 0;
};

void PageMaker::PutHead() {
  writer_.Put("<!DOCTYPE html>\n<html lang=\"");
  writer_.Put(LanguageCode(page_.language));
  writer_.Put("\">\n<head>\n<meta charset=\"");
  writer_.Put(CharsetName(page_.charset));
  writer_.Put(
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  PutTitle(page_.key);
  if (!page_.site_name.empty()) {
    writer_.Put(" | ");
    writer_.PutAttribute(page_.site_name);
  }
  writer_.Put("</title>\n<meta name=\"description\" content=\"");
  writer_.PutPadded(
      bank_.sentence(page_.language, page_.charset, Mixed(page_.key) % ProseBank::kSentences));
  writer_.Put("\">\n");
  const auto put_link = [this](const auto& before, std::string_view url) {
    if (url.empty()) return;
    writer_.Put(before);
    writer_.PutAttribute(url);
    writer_.Put("\">\n");
  };
  put_link("<link rel=\"canonical\" href=\"", page_.canonical);
  put_link("<link rel=\"stylesheet\" href=\"", page_.style_sheet);
  put_link("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"", page_.feed);
  if (!page_.script.empty()) {
    writer_.Put("<script src=\"");
    writer_.PutAttribute(page_.script);
    writer_.Put("\" defer></script>\n");
  }
  writer_.Put("</head>\n");
}

void PageMaker::PutHeader() {
  writer_.Put("<body>\n<header class=\"site-header\">\n<p class=\"site-name\">");
  writer_.PutAttribute(page_.site_name);
  writer_.Put("</p>\n");
  if (!page_.navigation.empty()) {
    writer_.Put("<nav>\n<ul>\n");
    for (const PageLink& link : page_.navigation) {
      writer_.Put("<li>");
      PutAnchor(link);
      writer_.Put("</li>\n");
    }
    writer_.Put("</ul>\n</nav>\n");
  }
  writer_.Put("</header>\n<main>\n<article>\n<h1>");
  PutTitle(page_.key);
  writer_.Put("</h1>\n<p class=\"byline\">");
  PutPhrase(PagePhrase::kEditors);
  writer_.Put(" <span class=\"date\">");
  PutPhrase(PagePhrase::kUpdated);
  PutDate();
  writer_.Put("</span></p>\n");
}

void PageMaker::PutDate() {
  constexpr std::size_t kIsoBytes = std::string_view("2026-01-02T03:04:05Z").size();
  constexpr std::size_t kDateBytes = std::string_view("2026-01-02").size();
  const auto [text, size] = [&] {
    std::array<char, kIsoBytes> bytes{};
    std::string iso;  // NOLINT
    AppendIso8601(page_.updated, Fraction::kNone, iso);
    std::copy_n(iso.begin(), std::min(iso.size(), kIsoBytes), bytes.begin());
    return std::pair(bytes, kIsoBytes);
  }();
  const std::string_view date(text.data(), size);
  writer_.Put("<time datetime=\"");
  writer_.Put(date);
  writer_.Put("\">");
  writer_.Put(date.substr(0, kDateBytes));
  writer_.Put("</time>");
}

void PageMaker::Plan() {
  constexpr std::size_t kFooterBytes = 500;
  constexpr std::size_t kLinkBytes = 40;
  constexpr std::size_t kImageBytes = 170;
  constexpr std::size_t kMarkupBytes = 8;  // per sentence
  const std::size_t title = bank_.title_bytes(page_.language, page_.charset);
  const std::size_t sentence = bank_.sentence_bytes(page_.language, page_.charset);
  std::size_t taken = writer_.written() + kFooterBytes + page_.site_name.size() + 2 * sentence;
  for (const PageLink& link : page_.links)
    taken += link.url.size() + title + kLinkBytes;
  for (const std::string_view image : page_.images)
    taken += image.size() + kImageBytes;
  const std::size_t room = page_.bytes > taken ? page_.bytes - taken : 0;
  sentences_ = std::max<std::uint64_t>(3, room / (sentence + kMarkupBytes));
  const std::uint64_t blocks = (sentences_ + kMaxBlockSentences - 1) / kMaxBlockSentences;
  period_ = std::clamp<std::uint64_t>(blocks, 1, kMaxPeriod);
}

void PageMaker::PutArticle() {
  for (std::uint64_t block = 0; sentence_ < sentences_; ++block) {
    PutImages();
    PutBlock(block);
    PutLateLinks();
  }
}

void PageMaker::PutBlock(std::uint64_t block) {
  const std::uint64_t shape = Mixed(page_.key + (block + 1) * 0xD1342543DE82EF95U);
  if (block % kBlocksOfSection == 0 && block > 0) {
    writer_.Put("<h2>");
    PutWord(shape >> 48U);
    writer_.Put("</h2>\n");
  }
  const std::uint64_t count =
      std::min(sentences_ - sentence_, 3 + (shape & 3U));  // at most kMaxBlockSentences
  draw_ = shape + Rewrites(page_.key, block, period_, page_.version) * 0xAF251AF3B0F025B5U;
  switch ((shape >> 8U) % 16) {
    case 0:
      return block == 0 ? PutParagraph(count) : PutList(count);
    case 1:
      return block == 0 ? PutParagraph(count) : PutQuotation(count);
    case 2:
      return block == 0 ? PutParagraph(count) : PutTable(count);
    default:
      return PutParagraph(count);
  }
}

void PageMaker::PutDueLink() {
  if (!link_due()) return;
  const ProseBank::LinkLead lead =
      bank_.link_lead(page_.language, page_.charset, next_link_ % ProseBank::kLinkLeads);
  writer_.PutPadded(lead.before);
  PutAnchor(page_.links[next_link_++]);
  writer_.PutPadded(lead.behind);
}

void PageMaker::PutParagraph(std::uint64_t count) {
  writer_.Put("<p>");
  for (std::uint64_t i = 0; i < count; ++i) {
    PutSentence();
    PutDueLink();
  }
  writer_.Put("</p>\n");
}

void PageMaker::PutList(std::uint64_t count) {
  writer_.Put("<ul>\n");
  for (std::uint64_t i = 0; i < count; ++i) {
    writer_.Put("<li>");
    PutSentence();
    PutDueLink();
    writer_.Put("</li>\n");
  }
  writer_.Put("</ul>\n");
}

void PageMaker::PutQuotation(std::uint64_t count) {
  writer_.Put("<blockquote><p>");
  for (std::uint64_t i = 0; i < count; ++i)
    PutSentence();
  writer_.Put("</p></blockquote>\n");
}

void PageMaker::PutTable(std::uint64_t count) {
  writer_.Put("<table>\n<tr><th></th><th>");
  PutPhrase(PagePhrase::kYear);
  writer_.Put("</th><th>");
  PutPhrase(PagePhrase::kCount);
  writer_.Put("</th></tr>\n");
  for (std::uint64_t i = 0; i < 2 * count; ++i) {
    const std::uint64_t drawn = NextMixed(draw_);
    writer_.Put("<tr><td>");
    PutWord(drawn);
    writer_.Put("</td><td>");
    writer_.PutNumber(1900 + (drawn >> 16U) % 126);
    writer_.Put("</td><td>");
    writer_.PutNumber((drawn >> 32U) % 100'000);
    writer_.Put("</td></tr>\n");
  }
  writer_.Put("</table>\n");
  sentence_ += count;
}

// Those that found no sentence of their own.
void PageMaker::PutLateLinks() {
  if (!link_due()) return;
  writer_.Put("<ul class=\"related\">\n");
  while (link_due()) {
    writer_.Put("<li>");
    PutAnchor(page_.links[next_link_++]);
    writer_.Put("</li>\n");
  }
  writer_.Put("</ul>\n");
}

void PageMaker::PutImages() {
  while (next_image_ < page_.images.size() &&
         next_image_ * sentences_ / page_.images.size() <= sentence_) {
    const std::uint64_t drawn = Mixed(page_.key ^ next_image_);
    writer_.Put("<figure><img src=\"");
    writer_.PutAttribute(page_.images[next_image_++]);
    writer_.Put("\" alt=\"");
    PutWord(drawn);
    writer_.Put("\" width=\"640\" height=\"480\"><figcaption>");
    PutPhrase(PagePhrase::kPicture);
    PutWord(drawn);
    writer_.Put("</figcaption></figure>\n");
  }
}

void PageMaker::PutFooter() {
  writer_.Put("</article>\n<aside>\n<h2>");
  PutPhrase(PagePhrase::kBrief);
  writer_.Put("</h2>\n<p>");
  draw_ = Mixed(~page_.key);
  PutSentence();
  PutSentence();
  writer_.Put("</p>\n</aside>\n</main>\n<footer>\n<p>");
  writer_.PutAttribute(page_.site_name);
  writer_.Put("</p>\n<p class=\"visitors\">");
  PutPhrase(PagePhrase::kVisitors);
  writer_.PutNumber(page_.trivial);
  writer_.Put("</p>\n</footer>\n</body>\n</html>\n");
}

}  // namespace

void AppendHtmlPage(const ProseBank& bank, const HtmlPage& page, std::string& out) {
  PageMaker(bank, page, out).Make();
}

}  // namespace meguri
