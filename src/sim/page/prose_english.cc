// English: nouns are divided by what can be said of them (places, people, things).
#include <array>
#include <string_view>

#include "sim/page/prose_grammar.h"

namespace meguri {
namespace {

constexpr std::array<WordList, 14> kLists = {{
    {'a',
     "old|narrow|quiet|northern|southern|eastern|western|famous|forgotten|little|great|"
     "wooden|stone|hidden|restored|medieval|modern|royal|public|abandoned|ancient|busy|"
     "central|coastal|distant|elegant|green|historic|lively|lower|upper|white"},
    {'n',
     "harbour|bridge|market|library|museum|railway station|garden|lighthouse|castle|tower|"
     "theatre|school|mill|church|square|valley|forest|village|monastery|workshop|canal|"
     "hospital|university|bakery|town hall|vineyard|island|path|observatory|brewery|"
     "lake|fortress"},
    {'p',
     "the fishermen|the teachers|local historians|the mayors|two brothers|the engineers|"
     "young architects|the visitors|several families|the merchants|a few students|"
     "the gardeners|the monks|travelling musicians|the farmers|some unknown painters|"
     "the scientists|most of the inhabitants|the shopkeepers|the older generation"},
    {'t',
     "the first maps|whole collections of letters|three paintings|the old photographs|"
     "many of the tools|handwritten recipes|the church bells|some small parcels|rare books|"
     "several coins|the original plans|wooden boats|musical instruments|"
     "pencil drawings|the annual reports|carpets and blankets|copper kettles|"
     "the city records|printed newspapers|glass and pottery"},
    {'w',
     "in the early morning|after the long winter|during the summer months|"
     "before the war|at the end of the century|every second year|in the evening|"
     "on market days|since the last restoration|shortly before sunset|for many years|"
     "in the course of time|within a few weeks|from spring until autumn|"
     "on the first Sunday of the month|in those days"},
    {'v',
     "built|described|discovered|repaired|visited|painted|measured|protected|bought|"
     "admired|opened|closed|rebuilt|photographed|studied|preserved"},
    {'j',
     "surprisingly easy|rather expensive|well worth the journey|difficult to explain|"
     "more important than ever|a matter of taste|open to everybody|known far beyond the "
     "region|part of everyday life|the subject of long discussions|simple and cheap|"
     "only the beginning|hardly noticed|a good reason to stay"},
    {'r',
     "because the water was too deep|although the money had run out|while the children "
     "watched from the hill|since nobody had asked for permission|so that the road could "
     "stay open|as soon as the weather allowed it|when the new railway arrived|"
     "even though the winters are cold there|until the roof began to leak|"
     "because they had learned it from their parents|if the wind comes from the west|"
     "although few people remember why"},
    {'s',
     "bread|honey|apples|wool|salt|wine|cheese|timber|paper|tea|fish|flowers|leather|"
     "butter|olive oil|coal"},
    {'c',
     "That year|Later|At first|In practice|As a rule|Even then|Not surprisingly|For a while|"
     "According to the records|On closer inspection|In other words|Until recently|"
     "Fortunately|In the same year|Some years ago|Without any doubt"},
    {'m',
     "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|"
     "forty|more than fifty"},
    {'H',
     "Bren|Ash|Oak|Wald|Mar|Thorn|Hart|Elm|Stan|Black|White|Green|Red|Silver|Wind|Rain|"
     "Fox|Wolf|Raven|Swan|Crow|Heron|Mill|King|Queen|Bishop|Abbot|Monk|Stone|Clay|Sand|"
     "Salt|Iron|Copper|Gold|Lang|Short|Broad|Deep|High|Nether|Upper|Ald|Bal|Cal|Dun|Ever|"
     "Fair|Glen|Hollow|Inver|Kel|Long|Mor|Nor|Old|Pen|Quarn|Rother|Sel|Tarn|Under|Win|Yar|"
     "Barn|Cold|Dray|Fern|Gorse|Haw|Ivy|Kirk|Lark|Moss|New|Otter|Peb|Rush|Sedge|Thrush|"
     "Wick|Alder|Birch|Cedar|Dove|Finch|Grim|Holm|Juniper|Linden|Maple|Pike|Reed|Sorrel|"
     "Tern|Wren"},
    {'T',
     "ford|wick|ham|ton|bury|field|bridge|wood|well|brook|dale|mouth|port|haven|ley|worth|"
     "minster|cliff|hill|mere|stead|stow|gate|hurst|combe|den|by|thorpe|ness|pool|shore|"
     "water|cross|chester|borough|burn|moor|marsh|grove|lea|side|croft|holt|end|fell|"
     "beck|garth|wath"},
    {'x', "History|Stories|Memories|Notes|Letters|Plans|Records|Pictures"},
}};

constexpr std::array<std::string_view, 24> kSentences = {
    "The {a} {n} was {v} by {p} {w}. ",
    "{c}, {p} still talked about the {a} {n} and the {n} behind it. ",
    "{c}, the way to the {n} was {j}, {r}. ",
    "Nobody knows exactly why {p} left {t} in the {a} {n}. ",
    "Next to the {n} there is also the {n} where {p} sell {s} and {s} {w}. ",
    "It took {m} years before the {a} {n} could be {v} again, {r}. ",
    "Among the things that {p} have {v} are {t} and {t}. ",
    "If you walk from the {n} to the {a} {n}, you will pass {m} houses. ",
    "{c}, {t} were kept in the {n}, {r}. ",
    "Those who come {w} will find that the {n} is {j}. ",
    "The price of {s} has changed little, but {s} is now {m} times as expensive. ",
    "What {p} had {v} {w} was later shown in the {a} {n}. ",
    "There are {m} reasons to see the {a} {n}, and each of them is {j}. ",
    "{c}, it seemed that {t} belonged to {p}, {r}. ",
    "Between the {a} {n} and the river, {p} meet {w}. ",
    "For {p}, the trade in {s} was {j}, and so was the {a} {n}. ",
    "The {n} can be reached on foot in about {m} minutes, {r}. ",
    "{c}, {p} wanted to know how the {n} had been {v}. ",
    "With {t} under their arms, {p} walked to the {n} {w}. ",
    "Both the {a} {n} and the {a} {n} were {v} {w}. ",
    "This is why {p} brought {t} to the {n}, {r}. ",
    "Not far from here, another {n} was {v} {w} and has remained {j}. ",
    "{c}, the {a} {n} smelled of {s} and {s}, which was {j}. ",
    "When {p} arrived {w}, the {n} had already been {v}. ",
};

constexpr std::array<std::string_view, 2> kWords = {"The {a} {n}", "{x} from the {a} {n}"};
constexpr std::array<std::string_view, 1> kNames = {"{H}{T}"};

constexpr ProseGrammar kGrammar = {
    .lists = kLists,
    .sentences = kSentences,
    .words = kWords,
    .names = kNames,
    .connectors = {" of ", " near ", " in ", " at "},
    .numbers = {{{", ", ""}, {" in ", ""}, {" (", ")"}, {" since ", ""}}},
    .link_leads = {{{"See also ", ". "},
                    {"More about this can be read in ", ". "},
                    {"Compare this with ", ". "},
                    {"A good account of it is ", ". "}}},
    .phrases = {"By the editors", "Updated on ", "In brief", "Related pages", "Picture: ", "Year",
                "Number", "Share", "Visitors so far: "},
};

}  // namespace

const ProseGrammar& EnglishGrammar() { return kGrammar; }

}  // namespace meguri
