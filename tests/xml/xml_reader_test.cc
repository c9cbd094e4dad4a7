#include "xml/xml_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/xml/event_text.h"

namespace meguri::xml {
namespace {

TEST(XmlReaderTest, WellFormed) {
  EXPECT_EQ(Events("<a x='1' y=\"2\">t<b/>u</a>"), "<a x=1 y=2>'t'<b></b>'u'</a>");
  EXPECT_EQ(Events("<?xml version='1.0'?><!-- c --><a><!--<b>--></a>"), "<a></a>");
  EXPECT_EQ(Events("<a><![CDATA[<b>&amp;]]></a>"), "<a>'<b>&amp;'</a>");
  EXPECT_EQ(Events("<a\n x = '1'\n/>"), "<a x=1></a>");
  EXPECT_EQ(Events("<a x='>'>1</a >"), "<a x=>>'1'</a>");
  EXPECT_EQ(Events("<a><![CDATA[]]]]><![CDATA[>]]></a>"), "<a>']]>'</a>");
}

TEST(XmlReaderTest, References) {
  EXPECT_EQ(Events("<a>&lt;&gt;&amp;&quot;&apos;</a>"), "<a>'<>&\"''</a>");
  EXPECT_EQ(Events("<a>&#65;&#x42;&#X43;</a>"), "<a>'ABC'</a>");
  EXPECT_EQ(Events("<a>&#0;&#xD800;&#x110000;&#99999999999999999999;</a>"),
            "<a>'\uFFFD\uFFFD\uFFFD\uFFFD'</a>");
  EXPECT_EQ(Events("<a>&#146;</a>"), "<a>'\u2019'</a>");  // windows-1252, as HTML has it
  EXPECT_EQ(Events("<a x='a&amp;b'/>"), "<a x=a&b></a>");
  EXPECT_EQ(Events("<a>a & b &; &# &#; &x &unknown; &</a>"),
            "<a>'a & b &; &# &#; &x &unknown; &'</a>");
  EXPECT_EQ(Events("<a>1\r\n2\r3\n</a>"), "<a>'1\n2\n3\n'</a>");
}

TEST(XmlReaderTest, MismatchedTags) {
  EXPECT_EQ(Events("<a><b><c></a>"), "<a><b><c></c></b></a>");
  EXPECT_EQ(Events("<a></b></a>"), "<a></a>");
  EXPECT_EQ(Events("</a><a/>"), "<a></a>");
  EXPECT_EQ(Events("<Item></ITEM>"), "<Item></Item>");
  EXPECT_EQ(Events("<a></a></a><b/>"), "<a></a><b></b>");
}

TEST(XmlReaderTest, AParentWhoseEndWasForgotten) {
  XmlReader reader("<r><a xmlns:q='http://purl.org/dc/elements/1.1/'><a><b/></a></a><q:c/></r>");
  ASSERT_EQ(reader.Next(), XmlEvent::kStart);
  ASSERT_EQ(reader.Next(), XmlEvent::kStart);
  ASSERT_EQ(reader.Next(), XmlEvent::kStart);
  EXPECT_EQ(reader.depth(), 2U);
  reader.EndParent();
  EXPECT_EQ(reader.depth(), 1U);
  EXPECT_EQ(reader.local_name(), "a");
  EXPECT_EQ(reader.Next(), XmlEvent::kStart);
  EXPECT_EQ(reader.Next(), XmlEvent::kEnd);
  EXPECT_EQ(reader.Next(), XmlEvent::kEnd);  // the second </a> ends nothing
  EXPECT_EQ(reader.Next(), XmlEvent::kStart);
  EXPECT_EQ(reader.local_name(), "c");
  EXPECT_EQ(reader.vocabulary(), Vocabulary::kOther) << "the prefix has ended";
}

TEST(XmlReaderTest, BareCharacters) {
  EXPECT_EQ(Events("<a>1 < 2 <3 <</a>"), "<a>'1 < 2 <3 <'</a>");
  EXPECT_EQ(Events("<a>]]></a>"), "<a>']]>'</a>");
  EXPECT_EQ(Events("<a>></a>"), "<a>'>'</a>");
  EXPECT_EQ(Events("rubbish<a/>more"), "'rubbish'<a></a>'more'");
}

TEST(XmlReaderTest, CutDocuments) {
  EXPECT_EQ(Events("<a>text"), "<a>'text'<!a>");
  EXPECT_EQ(Events("<a><b x='1"), "<a><!a>");  // a cut tag is none
  EXPECT_EQ(Events("<a><b"), "<a><!a>");
  EXPECT_EQ(Events("<a>t</a"), "<a>'t'<!a>");
  EXPECT_EQ(Events("<a><!-- b"), "<a><!a>");
  EXPECT_EQ(Events("<a><![CDATA[b"), "<a>'b'<!a>");
  EXPECT_EQ(Events("<a><?b"), "<a><!a>");
  EXPECT_EQ(Events("<a>t<"), "<a>'t<'<!a>");
}

TEST(XmlReaderTest, BrokenTags) {
  EXPECT_EQ(Events("<a x=1 y>t</a>"), "<a x=1 y=>'t'</a>");
  EXPECT_EQ(Events("<a x=\"1>t</a>"), "<a x=1>'t'</a>");  // a quote without its partner
  EXPECT_EQ(Events("<a <b>t</b></a>"), "<a><b>'t'</b></a>");
  EXPECT_EQ(Events("<a =\"\" '>t</a>"), "<a == \"= \"= '=>'t'</a>");
  EXPECT_EQ(Events("<a/b>"), "<a b=><!a>");
  EXPECT_EQ(Events("<a></a b='c'>"), "<a></a>");
}

TEST(XmlReaderTest, DoctypeIsSkipped) {
  EXPECT_EQ(Events("<!DOCTYPE a><a/>"), "<a></a>");
  EXPECT_EQ(Events("<!DOCTYPE a [ <!ELEMENT a (b)> <!-- ]> ' --> <?x ]> ?> ]><a/>"), "<a></a>");
  EXPECT_EQ(Events("<!DOCTYPE a [ <!ENTITY b ']><c/>'> ]><a/>"), "<a></a>");
  EXPECT_EQ(Events("<!doctype html><a/>"), "<a></a>");
  EXPECT_EQ(Events("<!DOCTYPE a [ ><a/>"), "<a></a>");  // no end: as far as a tag goes
}

TEST(XmlReaderTest, HarmlessEntitiesOnly) {
  EXPECT_EQ(Events("<!DOCTYPE a [<!ENTITY b \"x y\"><!ENTITY c '&#65;'>]><a>&b;&c;</a>"),
            "<a>'x yA'</a>");
  // The first declaration counts.
  EXPECT_EQ(Events("<!DOCTYPE a [<!ENTITY b '1'><!ENTITY b '2'>]><a>&b;</a>"), "<a>'1'</a>");
  EXPECT_EQ(Events("<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c 'x'>]><a>&b;</a>"), "<a>'&b;'</a>");
  EXPECT_EQ(Events("<!DOCTYPE a [<!ENTITY b '<c/>'>]><a>&b;</a>"), "<a>'&b;'</a>");
  EXPECT_EQ(Events("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"),
            "<a>'&b;'</a>");
  EXPECT_EQ(Events("<!DOCTYPE a [<!ENTITY % b 'x'>%b;]><a>%b;</a>"), "<a>'%b;'</a>");
  EXPECT_EQ(Events("<!DOCTYPE a [<!ENTITY b '" + std::string(1000, 'x') + "'>]><a>&b;</a>"),
            "<a>'&b;'</a>");
}

TEST(XmlReaderTest, NoEntityOfALargeDocumentGrows) {
  const std::string document = "<!DOCTYPE a [<!ENTITY b 'xyz'><!ENTITY c 'xyzz'>]><a>&b;&c;</a>";
  EXPECT_EQ(Events(document), "<a>'xyzxyzz'</a>");
  EXPECT_EQ(Events(document + std::string(Doctype::kMaxGrowingBytes, ' ')).substr(0, 12),
            "<a>'xyz&c;'<");
}

TEST(XmlReaderTest, BillionLaughs) {
  std::string document = "<!DOCTYPE a [<!ENTITY l0 'lol'>";
  for (int i = 1; i < 10; ++i) {
    document += "<!ENTITY l" + std::to_string(i) + " '";
    for (int j = 0; j < 10; ++j)
      document += "&l" + std::to_string(i - 1) + ";";
    document += "'>";
  }
  document += "]><a>&l9;</a>";
  EXPECT_EQ(Events(document), "<a>'&l9;'</a>");
}

std::vector<Vocabulary> Vocabularies(std::string_view document) {
  XmlReader reader(document);
  std::vector<Vocabulary> found;
  for (XmlEvent event = reader.Next(); event != XmlEvent::kEndOfDocument; event = reader.Next()) {
    if (event == XmlEvent::kStart) found.push_back(reader.vocabulary());
  }
  return found;
}

TEST(XmlReaderTest, NamespacesHaveAScope) {
  using enum Vocabulary;
  EXPECT_EQ(Vocabularies("<a xmlns='http://www.w3.org/2005/Atom'><b/></a><c/>"),
            (std::vector{kAtom, kAtom, kNone}));
  EXPECT_EQ(Vocabularies("<a xmlns:x='http://purl.org/dc/elements/1.1/'><x:b/>"
                         "<x:c xmlns:x='urn:other'/><x:d/></a><x:e/>"),
            (std::vector{kNone, kDublinCore, kOther, kDublinCore, kOther}));
  // Not declared at all: what it usually is.
  EXPECT_EQ(Vocabularies("<dc:a/><media:b/><foo:c/>"), (std::vector{kDublinCore, kMedia, kOther}));
  EXPECT_EQ(Vocabularies("<a xmlns='urn:whatever'/>"), (std::vector{kNone}));
  EXPECT_EQ(Vocabularies("<a xmlns='https://www.sitemaps.org/schemas/sitemap/0.9'/>"),
            (std::vector{kSitemap}));
}

TEST(XmlReaderTest, AttributesHaveNamespaces) {
  XmlReader reader(
      "<a base='1' xml:base=' 2 ' rdf:about='3' xmlns:q='http://purl.org/dc/terms/'/>");
  ASSERT_EQ(reader.Next(), XmlEvent::kStart);
  EXPECT_EQ(reader.AttributeText("BASE"), "1");
  ASSERT_NE(reader.FindAttribute(Vocabulary::kXml, "base"), nullptr);
  EXPECT_EQ(reader.TextOf(*reader.FindAttribute(Vocabulary::kXml, "base")), "2");
  EXPECT_NE(reader.FindAttribute(Vocabulary::kRdf, "about"), nullptr);
  EXPECT_NE(reader.FindAttribute(Vocabulary::kXmlns, "q"), nullptr);
  EXPECT_EQ(reader.FindAttribute("q"), nullptr);
}

TEST(XmlReaderTest, DepthIsBounded) {
  std::string document;
  for (int i = 0; i < 1000; ++i)
    document += "<a>";
  document += "text";
  for (int i = 0; i < 1000; ++i)
    document += "</a>";
  document += "<b/>";
  XmlReader reader(document);
  std::size_t starts = 0;
  std::size_t deepest = 0;
  for (XmlEvent event = reader.Next(); event != XmlEvent::kEndOfDocument; event = reader.Next()) {
    if (event != XmlEvent::kStart) continue;
    ++starts;
    deepest = std::max(deepest, reader.depth());
    if (reader.local_name() == "b") {
      EXPECT_EQ(reader.depth(), 0U);
    }
  }
  EXPECT_EQ(starts, XmlReader::kMaxDepth + 1);
  EXPECT_EQ(deepest, XmlReader::kMaxDepth - 1);
}

TEST(XmlReaderTest, TextsCanBeCutAtACharacter) {
  const auto cut = [](std::string_view text, std::size_t max_size) {
    XmlReader reader(text);
    EXPECT_EQ(reader.Next(), XmlEvent::kStart);
    EXPECT_EQ(reader.Next(), XmlEvent::kText);
    std::string out = "-";
    const bool whole = reader.AppendTextTo(out, max_size);
    return out + (whole ? "" : "|");
  };
  EXPECT_EQ(cut("<a>abc</a>", 4), "-abc");
  EXPECT_EQ(cut("<a>abc</a>", 3), "-ab|");
  EXPECT_EQ(cut("<a>abc</a>", 1), "-|");
  EXPECT_EQ(cut("<a>a\u00E4b</a>", 3), "-a|");
  EXPECT_EQ(cut("<a>a\u00E4b</a>", 4), "-a\u00E4|");
  EXPECT_EQ(cut("<a>a&auml;b</a>", 3), "-a|");
  EXPECT_EQ(cut("<a>a&auml;</a>", 4), "-a\u00E4");
  EXPECT_EQ(cut("<a>&amp;&amp;&amp;</a>", 3), "-&&|");
  EXPECT_EQ(cut("<a><![CDATA[a\u00E4b]]></a>", 3), "-a|");
  EXPECT_EQ(cut("<a><![CDATA[ab]]></a>", 3), "-ab");
}

}  // namespace
}  // namespace meguri::xml
