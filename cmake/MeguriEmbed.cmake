# meguri_embed(TARGET HEADER FUNCTION FILE...): the files, one after the other, as
#   std::string_view FUNCTION()
# in namespace meguri::report, which HEADER declares. Made anew when one of them changes.
#
# This file is also the script that writes it: cmake -DOUT=… -DHEADER=… -DFUNCTION=… -DFILES=a|b -P
if(CMAKE_SCRIPT_MODE_FILE)
  string(REPLACE "|" ";" FILES "${FILES}")
  set(text "")
  foreach(file IN LISTS FILES)
    file(READ "${file}" content)
    string(FIND "${content}" ")MEGURI\"" found)
    if(NOT found EQUAL -1)
      message(FATAL_ERROR "${file}: holds the text that ends it in C++")
    endif()
    # Who reads them does so in web/: without notes and blanks they are 15% smaller.
    string(REGEX REPLACE "(^|\n)[ ]*//[^\n]*" "" content "${content}")
    string(REGEX REPLACE " // [^\n]*" "" content "${content}")
    string(REGEX REPLACE "\n[ \n]+" "\n" content "${content}")
    if(file MATCHES "\\.css$")
      string(REGEX REPLACE " *([{}:;,]) +" "\\1" content "${content}")
    else() # operators that stand in no text
      string(REGEX REPLACE " (=>|===|!==|&&|<=|>=|=) " "\\1" content "${content}")
    endif()
    string(APPEND text "${content}\n")
  endforeach()
  file(WRITE "${OUT}" "// Written by cmake/MeguriEmbed.cmake.\n#include \"${HEADER}\"\n\n"
       "namespace meguri::report {\nnamespace {\n\nconstexpr std::string_view kText = R\"MEGURI(${text})MEGURI\";\n\n}  // namespace\n\n"
       "std::string_view ${FUNCTION}() { return kText; }\n\n"
       "}  // namespace meguri::report\n")
  return()
endif()

function(meguri_embed target header function)
  set(out "${CMAKE_CURRENT_BINARY_DIR}/${function}.cc")
  string(REPLACE ";" "|" files "${ARGN}")
  add_custom_command(
    OUTPUT "${out}"
    COMMAND "${CMAKE_COMMAND}" "-DOUT=${out}" "-DHEADER=${header}" "-DFUNCTION=${function}" "-DFILES=${files}"
            -P "${CMAKE_SOURCE_DIR}/cmake/MeguriEmbed.cmake"
    DEPENDS ${ARGN} "${CMAKE_SOURCE_DIR}/cmake/MeguriEmbed.cmake"
    COMMENT "Embedding ${function}" VERBATIM)
  target_sources(${target} PRIVATE "${out}")
endfunction()
