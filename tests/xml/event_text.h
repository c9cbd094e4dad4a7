// What an XmlReader says of a document, in one line: "<a x=1>" start, "</a>" end, "'text'".
#pragma once

#include <string>
#include <string_view>

#include "xml/xml_reader.h"

namespace meguri::xml {

inline std::string Events(std::string_view document) {
  XmlReader reader(document);
  std::string line;
  std::string text;
  const auto flush = [&] {
    if (!text.empty()) line += "'" + text + "'";
    text.clear();
  };
  for (XmlEvent event = reader.Next(); event != XmlEvent::kEndOfDocument; event = reader.Next()) {
    if (event == XmlEvent::kText) {
      reader.AppendTextTo(text);
      continue;
    }
    flush();
    if (event == XmlEvent::kEnd) {
      line += reader.is_cut() ? "<!" : "</";
    } else {
      line += "<";
    }
    line += reader.local_name();
    if (event == XmlEvent::kStart) {
      for (const XmlAttribute& attribute : reader.attributes()) {
        line += " " + std::string(attribute.local_name) + "=" + reader.TextOf(attribute);
      }
    }
    line += ">";
  }
  flush();
  return line;
}

}  // namespace meguri::xml
