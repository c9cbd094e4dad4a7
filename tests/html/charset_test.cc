#include "html/charset.h"

#include <gtest/gtest.h>

#include <iterator>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "html/charset_prescan.h"
#include "tests/html/slow_prescan.h"
#include "tests/support/shared_data.h"

namespace meguri::html {
namespace {

using encoding::Encoding;
using encoding::EncodingName;
using std::string_literals::operator""s;

Charset Of(std::string_view bytes, std::string_view http = "") {
  return FindCharset(bytes, {.http_charset = http});
}

TEST(CharsetTest, TheOrderOfSources) {
  const std::string meta = "<meta charset=koi8-r>";
  EXPECT_EQ(Of("\xEF\xBB\xBF" + meta, "euc-jp"),
            (Charset{Encoding::kUtf8, CharsetSource::kBom, 3}));
  EXPECT_EQ(Of("\xFE\xFF" + meta, "euc-jp"), (Charset{Encoding::kUtf16Be, CharsetSource::kBom, 2}));
  EXPECT_EQ(Of("\xFF\xFE" + meta, "euc-jp"), (Charset{Encoding::kUtf16Le, CharsetSource::kBom, 2}));
  EXPECT_EQ(Of(meta, " EUC-JP "), (Charset{Encoding::kEucJp, CharsetSource::kHttp}));
  EXPECT_EQ(Of(meta, "utf-16"), (Charset{Encoding::kUtf16Le, CharsetSource::kHttp}));
  EXPECT_EQ(Of(meta, "nonsense"), (Charset{Encoding::kKoi8R, CharsetSource::kMeta}));
  EXPECT_EQ(Of(std::string(2000, ' ') + meta),
            (Charset{Encoding::kKoi8R, CharsetSource::kLateMeta}));
  EXPECT_EQ(Of("日本"), (Charset{Encoding::kUtf8, CharsetSource::kDetected}));
  EXPECT_EQ(Of("<p>"), (Charset{Encoding::kWindows1252, CharsetSource::kFallback}));
  EXPECT_EQ(Of(""), Charset());
  EXPECT_EQ(FindCharset("日本", {.detect = false, .fallback = Encoding::kShiftJis}),
            (Charset{Encoding::kShiftJis, CharsetSource::kFallback}));
  EXPECT_NE(Of("\xEF\xBB").source, CharsetSource::kBom) << "half of one";
}

TEST(CharsetTest, SourceNames) {
  EXPECT_EQ(CharsetSourceName(CharsetSource::kBom), "bom");
  EXPECT_EQ(CharsetSourceName(CharsetSource::kLateMeta), "late_meta");
  EXPECT_EQ(CharsetSourceName(CharsetSource::kFallback), "fallback");
}

TEST(CharsetTest, PageTextIsWithoutTheMark) {
  std::string scratch;
  const std::string bytes = "\xEF\xBB\xBF日";
  const std::string_view text = PageText(Of(bytes), bytes, scratch);
  EXPECT_EQ(text, "日");
  EXPECT_EQ(text.data(), bytes.data() + 3);
  EXPECT_EQ(PageText(Of("\xFE\xFF\x65\xE5"), "\xFE\xFF\x65\xE5", scratch), "日");
  EXPECT_EQ(PageText({Encoding::kUtf8, CharsetSource::kBom, 3}, "", scratch), "");
}

struct PrescanRow {
  std::string page;
  const char* encoding;  // "" for none
};

TEST(PrescanTest, FollowsTheStandard) {
  const std::vector<PrescanRow> rows = {
      {"<meta charset=sjis>", "Shift_JIS"},
      {"<META\nCHARSET='SJIS'>", "Shift_JIS"},
      {"<meta/charset=sjis/>", ""},  // the label is "sjis/"
      {"<meta/charset='sjis'/>", "Shift_JIS"},
      {"<meta charset=sjis", ""},  // the bytes end in it
      {"<meta charset=sjis ", ""},
      {"<meta charset=utf-16>", "UTF-8"},
      {"<meta charset=utf-16be>", "UTF-8"},
      {"<meta charset=x-user-defined>", "windows-1252"},
      {"<meta charset=replacement>", "replacement"},
      {"<meta charset=x charset=sjis>", ""},  // the first one of two counts
      {"<meta charset=x><meta charset=sjis>", "Shift_JIS"},
      {"<meta charset==sjis>", ""},
      {"<meta =charset=sjis>", ""},
      {"<meta charset = sjis>", "Shift_JIS"},
      {"<meta charset>", ""},
      {"<meta x=\"><meta charset=sjis>", ""},
      {"<meta charset=x http-equiv=content-type content='a;charset=sjis'>", ""},
      {"<meta http-equiv=content-type content='a;charset=koi8-r' charset=sjis>", "Shift_JIS"},
      {"<meta content='charset=sjis' http-equiv=CONTENT-TYPE>", "Shift_JIS"},
      {"<meta content='charset=sjis' http-equiv=x http-equiv=content-type>", ""},
      {"<meta content='x' content='charset=sjis' http-equiv=content-type>", ""},
      {"<meta content='charset=sjis'>", ""},
      {"<metax charset=sjis>", ""},
      {"<!-- <meta charset=sjis>", ""},
      {"<!--><meta charset=sjis>", "Shift_JIS"},
      {"<!-- --!><meta charset=sjis>-->", ""},
      {"<!-- a -- > --><meta charset=sjis>", "Shift_JIS"},
      {"<!x '<meta charset=koi8-r><meta charset=sjis>", "Shift_JIS"},
      {"</ <meta charset=koi8-r><meta charset=sjis>", "Shift_JIS"},
      {"<?php <meta charset=koi8-r><meta charset=sjis>", "Shift_JIS"},
      {"<a title='<meta charset=koi8-r>'><meta charset=sjis>", "Shift_JIS"},
      {"</a title='<meta charset=koi8-r>'><meta charset=sjis>", "Shift_JIS"},
      {"<a/title='> <meta charset=sjis>'>", "Shift_JIS"},  // a slash doesn't end the name here
      {"<script>'<meta charset=sjis>'</script>", "Shift_JIS"},
      {"a < b <meta charset=sjis>", "Shift_JIS"},
      {"<?xml version='1.0' encoding='sjis'?>", "Shift_JIS"},
      {"<?xml encoding = \"sjis\"?>", "Shift_JIS"},
      {"<?xml encoding='sjis'", ""},
      {"<?xml encoding='sj is'?>", ""},
      {"<?xml encoding=sjis?>", ""},
      {"<?xml encoding='utf-16'?>", "UTF-8"},
      {"<?xml version='1.0'?><p encoding='sjis'>", ""},
      {" <?xml encoding='sjis'?>", ""},
      {"<?xml encoding='sjis'?><meta charset=koi8-r>", "KOI8-R"},  // the <meta> is stronger
      {"<\0?\0x\0m\0l\0"s, "UTF-16LE"},
      {"\0<\0?\0x\0m\0l"s, "UTF-16BE"},
      {"<\0?\0X\0"s, ""},
      {"", ""},
      {"<", ""},
      {"<meta", ""},
  };
  for (const PrescanRow& row : rows) {
    const auto found = PrescanCharset(row.page);
    EXPECT_EQ(found ? EncodingName(*found) : "", row.encoding) << row.page;
    EXPECT_EQ(found, SlowPrescanCharset(row.page)) << row.page;
  }
}

TEST(PrescanTest, AgreesWithTheStandardsOwnWords) {
  constexpr std::string_view kPieces[] = {
      "<meta ",
      "<meta",
      "<",
      ">",
      "/",
      "=",
      "'",
      "\"",
      " ",
      "\n",
      "charset",
      "charset=",
      "sjis",
      "utf-16",
      "x",
      "content=",
      "http-equiv=content-type ",
      "<!--",
      "-->",
      "-",
      "!",
      "?",
      "<a ",
      "</a",
      "<?xml ",
      "encoding=",
      "content='text/html;charset=koi8-r'",
      ";",
      "X-User-Defined",
      "<meta charset=",
      "<meta charset='Big5' ",
      " charset=\"gbk\">",
      "encoding='euc-kr'?>",
      "<meta http-equiv='Content-Type' content=\"charset=euc-jp\" ",
      "<?xml encoding='utf-16be'>"};
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same cases each time
  int found_some = 0;
  for (int round = 0; round < 30'000; ++round) {
    std::string page = round % 7 == 0 ? "<?xml " : "";
    for (std::size_t pieces = random() % 14; pieces > 0; --pieces) {
      page += kPieces[random() % std::size(kPieces)];
    }
    const auto found = PrescanCharset(page);
    ASSERT_EQ(found, SlowPrescanCharset(page)) << page;
    found_some += found ? 1 : 0;
  }
  EXPECT_GT(found_some, 300);
}

TEST(PrescanTest, MetaContent) {
  const std::vector<PrescanRow> rows = {
      {"text/html; charset=sjis", "Shift_JIS"},
      {"text/html; CHARSET = sjis ; x", "Shift_JIS"},
      {"charset=\"sjis\"x", "Shift_JIS"},
      {"charset=' sjis '", "Shift_JIS"},
      {"charset='sjis", ""},
      {"charset=\"sjis'", ""},
      {"charset=", ""},
      {"charset= ", ""},
      {"charset", ""},
      {"charset charset=sjis", "Shift_JIS"},
      {"charsetcharset=sjis", "Shift_JIS"},
      {"xcharset=sjis", "Shift_JIS"},
      {"charset=x; charset=sjis", ""},
      {"charset=sjis,koi8-r", ""},
      {"", ""},
  };
  for (const PrescanRow& row : rows) {
    const auto found = CharsetOfMetaContent(row.page);
    EXPECT_EQ(found ? EncodingName(*found) : "", row.encoding) << row.page;
  }
}

TEST(LateMetaTest, InAShortPageToo) {
  const Charset gbk{Encoding::kGbk, CharsetSource::kLateMeta};
  EXPECT_EQ(Of("<!-- x --!><meta charset=gbk>"), gbk);
  EXPECT_EQ(Of("<meta charset='&#103;bk'>"), gbk);
  EXPECT_EQ(Of("<meta http-equiv=content-type content='text/html; charset&#61;gbk'>"), gbk);
}

TEST(LateMetaTest, NotInCommentsAndScripts) {
  const std::vector<PrescanRow> rows = {
      {"<meta charset=sjis>", "Shift_JIS"},
      {"<p><b><meta charset=sjis>", "Shift_JIS"},
      {"<!-- <meta charset=koi8-r> --><meta charset=sjis>", "Shift_JIS"},
      {"<!-- --!><meta charset=sjis>", "Shift_JIS"},
      {"<!--!><meta charset=koi8-r>--><meta charset=sjis>", "Shift_JIS"},
      {"<!--->  <meta charset=sjis>", "Shift_JIS"},
      {"<script>'<meta charset=koi8-r>'</script><meta charset=sjis>", "Shift_JIS"},
      {"<SCRIPT src=x>'</scriptx><meta charset=koi8-r>'</ScRiPt ><meta charset=sjis>", "Shift_JIS"},
      {"<style><!-- </style><meta charset=sjis>", "Shift_JIS"},
      {"<title><meta charset=koi8-r></title><meta charset=sjis>", "Shift_JIS"},
      {"<textarea><meta charset=koi8-r></textarea/><meta charset=sjis>", "Shift_JIS"},
      {"<scripts><meta charset=sjis>", "Shift_JIS"},
      {"<script><meta charset=koi8-r>", ""},
      {"<plaintext><meta charset=koi8-r>", ""},
      {"<p title='<meta charset=koi8-r>'></p '<meta charset=koi8-r>'><meta charset=sjis>",
       "Shift_JIS"},
      {"</script><meta charset=sjis>", "Shift_JIS"},
      {"<!doctype html><?x?></><meta charset=sjis>", "Shift_JIS"},
      {"<meta charset=utf-16>", "UTF-8"},
  };
  for (const PrescanRow& row : rows) {
    const auto found = FindMetaCharset(row.page);
    EXPECT_EQ(found ? EncodingName(*found) : "", row.encoding) << row.page;
  }
  // One that begins in the first 1024 bytes and ends behind them.
  const std::string page = std::string(1010, ' ') + "<meta charset=sjis>";
  EXPECT_EQ(Of(page), (Charset{Encoding::kShiftJis, CharsetSource::kLateMeta}));
  const std::string far = std::string(kMaxLateMetaBytes, ' ') + "<meta charset=sjis>";
  EXPECT_EQ(Of(far).source, CharsetSource::kFallback);
}

// The cases of html5lib (shared/conformance/html-encoding).
struct Html5libCase {
  std::size_t index;
  std::string data;
  std::string label;
};

void PrintTo(const Html5libCase& row, std::ostream* out) { *out << row.data.substr(0, 200); }

std::vector<Html5libCase> LoadCases() {
  std::vector<Html5libCase> cases;
  for (const char* file : {"tests1.dat", "test-yahoo-jp.dat"}) {
    const auto text = testing_support::SharedText(std::string("conformance/html-encoding/") + file);
    if (!text) return {};
    std::string_view rest = *text;
    constexpr std::string_view kData = "#data\n";
    constexpr std::string_view kEncoding = "\n#encoding\n";
    for (std::size_t at = rest.find(kData); at != std::string_view::npos; at = rest.find(kData)) {
      rest.remove_prefix(at + kData.size());
      const std::size_t end = rest.find(kEncoding);
      const std::string data(rest.substr(0, end));
      rest.remove_prefix(end + kEncoding.size());
      cases.push_back({cases.size(), data, std::string(rest.substr(0, rest.find('\n')))});
    }
  }
  return cases;
}

TEST(Html5libEncodingTest, DataIsThere) {
  MEGURI_NEED_SHARED("conformance/html-encoding");
  EXPECT_EQ(LoadCases().size(), 60U);
}

class Html5libEncodingTest : public testing::TestWithParam<Html5libCase> {};

TEST_P(Html5libEncodingTest, Holds) {
  const auto expected = encoding::FindEncoding(GetParam().label);
  ASSERT_TRUE(expected);
  const Charset found = FindCharset(GetParam().data, {.detect = false});
  EXPECT_EQ(EncodingName(found.encoding), EncodingName(*expected));
  // Nor does detection change what was declared, or see in ASCII what is not there.
  EXPECT_EQ(EncodingName(Of(GetParam().data).encoding), EncodingName(*expected));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Html5libEncodingTest);
INSTANTIATE_TEST_SUITE_P(Html5lib, Html5libEncodingTest, testing::ValuesIn(LoadCases()),
                         [](const testing::TestParamInfo<Html5libCase>& row) {
                           return testing_support::CaseNameOf(row.index, row.param.label);
                         });

}  // namespace
}  // namespace meguri::html
