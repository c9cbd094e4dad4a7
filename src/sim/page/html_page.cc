#include "sim/page/html_page.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

#include "sim/draws.h"
#include "sim/page/page_writer.h"
#include "sim/page/rewrite_cycle.h"

namespace meguri {
namespace {

// What is copied at once: as long as nearly all of such texts are.
constexpr std::size_t kSentencePiece = ProseTexts::kPadding;
constexpr std::size_t kShortPiece = 32;
constexpr std::size_t kTinyPiece = 16;

// How many sentences blocks have, one after the other, from a place that the key gives. Not drawn:
// the processor learns the row.
constexpr std::array<std::uint8_t, 8> kBlockSentences = {4, 3, 6, 5, 3, 5, 4, 6};
constexpr std::uint64_t kMaxBlockSentences = 6;  // of these
constexpr std::uint64_t kMinSentences = 3;       // of a page, however small
constexpr std::uint64_t kBlocksOfSection = 4;
// From one version of a block to the next, in the bank's sentences: odd, so that all of them have
// their turn, and more than a block has.
constexpr std::uint64_t kRewriteStep = 37;
constexpr std::uint64_t kMaxPeriod = 10;  // a block is rewritten with every tenth version

class PageMaker {
 public:
  PageMaker(const ProseBank& bank, const HtmlPage& page, std::string& out)
      : texts_(bank.section(page.language, page.charset)),
        page_(page),
        writer_(out, page.bytes + page.bytes / 8 + 4096) {}

  void Make() {
    PutHead();
    PutHeader();
    Plan();
    PutArticle();
    PutFooter();
    writer_.Finish();
  }

 private:
  // What a block will be. Its sentences are a row of the bank's, and are fetched from memory while
  // the block before is written.
  struct BlockPlan {
    std::uint64_t shape = 0;
    std::uint64_t sentences = 0;
    std::uint64_t first_sentence = 0;
    std::uint64_t draws = 0;  // for tables
  };
  BlockPlan PlanBlock(std::uint64_t block, std::uint64_t sentences_left);

  void PutHead();
  void PutHeader();
  void PutArticle();
  void PutBlock(std::uint64_t block, const BlockPlan& plan);
  void PutParagraph(std::uint64_t count);
  void PutList(std::uint64_t count);
  void PutQuotation(std::uint64_t count);
  void PutTable(std::uint64_t count, std::uint64_t draws);
  void PutLateLinks();
  void PutImages();
  void PutFooter();
  void Plan();

  void PutSentence() {
    writer_.PutPadded<kSentencePiece>(texts_.sentences.at(next_text_++ % ProseBank::kSentences));
    ++sentence_;
  }
  void PutWord(std::uint64_t draw) {
    writer_.PutPadded<kShortPiece>(texts_.words.at(draw % ProseBank::kWords));
  }
  void PutPhrase(PagePhrase phrase) {
    writer_.PutPadded<kShortPiece>(texts_.phrases.at(static_cast<std::size_t>(phrase)));
  }
  void PutTitle(std::uint64_t key) {
    const ProseSection::Title title = texts_.TitleOf(key);
    writer_.PutPadded<kShortPiece>(title.word);
    writer_.PutPadded<kTinyPiece>(title.connector);
    writer_.PutPadded<kShortPiece>(title.name);
    writer_.PutPadded<kShortPiece>(title.number);
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

  bool link_due() const { return next_link_at_ < sentence_; }
  const PageLink& TakeLink() {
    const PageLink& link = page_.links[next_link_++];
    FindNextLink();
    return link;
  }
  // Things are spread evenly over the sentences. Kept, since division is slow.
  void FindNextLink() {
    const std::size_t count = page_.links.size();
    if (next_link_ + 1 < count) texts_.PrefetchTitle(page_.links[next_link_ + 1].title_key);
    next_link_at_ = next_link_ < count ? (2 * next_link_ + 1) * sentences_ / (2 * count) : kNever;
  }
  void FindNextImage() {
    const std::size_t count = page_.images.size();
    next_image_at_ = next_image_ < count ? next_image_ * sentences_ / count : kNever;
  }

  static constexpr std::uint64_t kNever = static_cast<std::uint64_t>(-1);

  const ProseSection& texts_;
  const HtmlPage& page_;
  PageWriter writer_;

  std::uint64_t sentences_ = 0;  // to be; depends on neither version nor trivial
  RewriteCycle cycle_;
  std::uint64_t next_text_ = 0;  // of the bank's sentences, in the block that is being written
  std::uint64_t sentence_ = 0;
  std::size_t next_link_ = 0;
  std::uint64_t next_link_at_ = kNever;  // behind this sentence it stands
  std::size_t next_image_ = 0;
  std::uint64_t next_image_at_ = kNever;  // before this one
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
  writer_.PutPadded<kSentencePiece>(texts_.sentences.at(Mixed(page_.key) % ProseBank::kSentences));
  writer_.Put("\">\n");
  const auto put_link = [this](const auto& before, std::string_view url) {
    if (url.empty()) return;
    writer_.Put(before);
    writer_.PutAttribute(url);
    writer_.Put("\">\n");
  };
  put_link("<link rel=\"canonical\" href=\"", page_.canonical);
  put_link("<link rel=\"stylesheet\" href=\"", page_.style_sheet);
  if (page_.feed.ends_with("feed.xml")) {
    put_link("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"", page_.feed);
  } else {
    put_link("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"", page_.feed);
  }
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
  const auto days = std::chrono::floor<std::chrono::days>(page_.updated);
  const std::chrono::year_month_day date(days);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(page_.updated - days));
  const auto put_date = [&] {
    writer_.PutDigits(static_cast<unsigned>(std::clamp(static_cast<int>(date.year()), 0, 9999)), 4);
    writer_.Put("-");
    writer_.PutDigits(static_cast<unsigned>(date.month()), 2);
    writer_.Put("-");
    writer_.PutDigits(static_cast<unsigned>(date.day()), 2);
  };
  writer_.Put("<time datetime=\"");
  put_date();
  writer_.Put("T");
  writer_.PutDigits(static_cast<unsigned>(time.hours().count()), 2);
  writer_.Put(":");
  writer_.PutDigits(static_cast<unsigned>(time.minutes().count()), 2);
  writer_.Put(":");
  writer_.PutDigits(static_cast<unsigned>(time.seconds().count()), 2);
  writer_.Put("Z\">");
  put_date();
  writer_.Put("</time>");
}

// From what things take on average; the markup is counted by hand.
void PageMaker::Plan() {
  constexpr std::size_t kFooterMarkup = 220;
  constexpr std::size_t kLinkMarkup = 15;
  constexpr std::size_t kImageMarkup = 95;
  constexpr std::size_t kSentenceMarkup = 5;  // a share of its paragraph's and section's
  const std::size_t sentence = texts_.sentences.mean_bytes();
  const std::size_t link =
      texts_.mean_title_bytes() + 2 * texts_.link_leads.mean_bytes() + kLinkMarkup;
  const std::size_t image = 2 * texts_.words.mean_bytes() + kImageMarkup;
  std::size_t taken = writer_.written() + kFooterMarkup + page_.site_name.size() + 2 * sentence;
  for (const PageLink& each : page_.links)
    taken += each.url.size() + link;
  for (const std::string_view each : page_.images)
    taken += each.size() + image;
  const std::size_t room = page_.bytes > taken ? page_.bytes - taken : 0;
  sentences_ =
      std::max<std::uint64_t>(kMinSentences, (room + sentence / 2) / (sentence + kSentenceMarkup));
  const std::uint64_t blocks = (sentences_ + kMaxBlockSentences - 1) / kMaxBlockSentences;
  cycle_ = RewriteCycle(page_.key, std::min(blocks, kMaxPeriod), page_.version);
  FindNextLink();
  FindNextImage();
}

void PageMaker::PutArticle() {
  BlockPlan plan = PlanBlock(0, sentences_);
  for (std::uint64_t block = 0; sentence_ < sentences_; ++block) {
    const BlockPlan next = PlanBlock(block + 1, sentences_ - sentence_ - plan.sentences);
    PutImages();
    PutBlock(block, plan);
    PutLateLinks();
    plan = next;
  }
}

PageMaker::BlockPlan PageMaker::PlanBlock(std::uint64_t block, std::uint64_t sentences_left) {
  BlockPlan plan;
  plan.shape = Mixed(page_.key + (block + 1) * 0xD1342543DE82EF95U);
  plan.sentences = std::min<std::uint64_t>(
      sentences_left, kBlockSentences[(block + page_.key) % kBlockSentences.size()]);
  const std::uint64_t rewrites = cycle_.Next();
  // After a rewriting none of its sentences is the same.
  plan.first_sentence = (plan.shape >> 16U) + rewrites * kRewriteStep;
  plan.draws = plan.shape + rewrites * 0xAF251AF3B0F025B5U;
  for (std::uint64_t i = 0; i < plan.sentences; ++i)
    texts_.sentences.Prefetch((plan.first_sentence + i) % ProseBank::kSentences);
  return plan;
}

void PageMaker::PutBlock(std::uint64_t block, const BlockPlan& plan) {
  if (block % kBlocksOfSection == 0 && block > 0) {
    writer_.Put("<h2>");
    PutWord(plan.shape >> 48U);
    writer_.Put("</h2>\n");
  }
  next_text_ = plan.first_sentence;
  const std::uint64_t count = plan.sentences;
  switch ((plan.shape >> 8U) % 16) {
    case 0:
      return block == 0 ? PutParagraph(count) : PutList(count);
    case 1:
      return block == 0 ? PutParagraph(count) : PutQuotation(count);
    case 2:
      return block == 0 ? PutParagraph(count) : PutTable(count, plan.draws);
    default:
      return PutParagraph(count);
  }
}

void PageMaker::PutDueLink() {
  if (!link_due()) return;
  const std::size_t lead = 2 * (next_link_ % kLinkLeads);
  writer_.PutPadded<2 * kShortPiece>(texts_.link_leads.at(lead));
  PutAnchor(TakeLink());
  writer_.PutPadded<2 * kShortPiece>(texts_.link_leads.at(lead + 1));
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

void PageMaker::PutTable(std::uint64_t count, std::uint64_t draws) {
  // As long as the sentences would have been.
  constexpr std::size_t kTableMarkup = 110;
  constexpr std::size_t kRowMarkup = 58;
  const std::size_t room = count * texts_.sentences.mean_bytes();
  const std::size_t rows =
      1 + (room - std::min(room, kTableMarkup)) / (texts_.words.mean_bytes() + kRowMarkup);
  writer_.Put("<table>\n<tr><th></th><th>");
  PutPhrase(PagePhrase::kYear);
  writer_.Put("</th><th>");
  PutPhrase(PagePhrase::kCount);
  writer_.Put("</th><th>");
  PutPhrase(PagePhrase::kShare);
  writer_.Put("</th></tr>\n");
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint64_t drawn = NextMixed(draws);
    writer_.Put("<tr><td>");
    PutWord(drawn);
    writer_.Put("</td><td>");
    writer_.PutNumber(1900 + (drawn >> 16U) % 126);
    writer_.Put("</td><td>");
    writer_.PutNumber((drawn >> 32U) % 100'000);
    writer_.Put("</td><td>");
    writer_.PutNumber((drawn >> 24U) % 101);
    writer_.Put("%");
    writer_.Put("</td></tr>\n");
  }
  writer_.Put("</table>\n");
  sentence_ += count;
}

// Those that found no sentence of their own.
void PageMaker::PutLateLinks() {
  if (!link_due()) return;
  writer_.Put("<div class=\"related\">\n<p class=\"related-title\">");
  PutPhrase(PagePhrase::kRelated);
  writer_.Put("</p>\n<ul>\n");
  while (link_due()) {
    writer_.Put("<li>");
    PutAnchor(TakeLink());
    writer_.Put("</li>\n");
  }
  writer_.Put("</ul>\n</div>\n");
}

void PageMaker::PutImages() {
  while (next_image_at_ <= sentence_) {
    const std::uint64_t drawn = Mixed(page_.key ^ next_image_);
    writer_.Put("<figure><img src=\"");
    writer_.PutAttribute(page_.images[next_image_++]);
    FindNextImage();
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
  next_text_ = Mixed(~page_.key);
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
