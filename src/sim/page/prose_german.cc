// German: nouns by gender. Behind a definite article every adjective ends in -e (nominative, and
// accusative but for the masculine) or in -en (dative): slot 'a', and "{a}n".
#include <array>
#include <string_view>

#include "sim/page/prose_grammar.h"

namespace meguri {
namespace {

constexpr std::array<WordList, 14> kLists = {{
    {'a',
     "alte|schmale|stille|nördliche|südliche|östliche|westliche|berühmte|vergessene|kleine|"
     "große|hölzerne|steinerne|verborgene|restaurierte|mittelalterliche|moderne|königliche|"
     "städtische|verlassene|schöne|belebte|abgelegene|ländliche|grüne|neue|obere|untere|"
     "weiße|prächtige"},
    {'M',
     "Hafen|Markt|Garten|Leuchtturm|Bahnhof|Kirchturm|Kanal|Weinberg|Wald|Brunnen|Marktplatz|"
     "Stadtpark|See|Friedhof|Speicher"},
    {'F',
     "Brücke|Bibliothek|Burg|Schule|Mühle|Kirche|Werkstatt|Universität|Bäckerei|Insel|"
     "Sternwarte|Brauerei|Festung|Kapelle|Straße"},
    {'N',
     "Museum|Theater|Schloss|Rathaus|Kloster|Dorf|Krankenhaus|Tal|Wirtshaus|Archiv|Ufer|"
     "Stadttor|Lagerhaus|Denkmal|Schwimmbad"},
    {'p',
     "die Fischer|die Lehrer|die Historiker|die Brüder|die Ingenieure|die Besucher|"
     "mehrere Familien|die Händler|einige Studenten|die Gärtner|die Stadträte|"
     "reisende Musiker|die Bauern|zwei unbekannte Maler|die Forscher|viele Einwohner|"
     "die älteren Leute|die Nachbarn"},
    {'o',
     "Fischern|Lehrern|Historikern|zwei Brüdern|Ingenieuren|Besuchern|mehreren Familien|"
     "Händlern|Studenten|Gärtnern|Musikern|Bauern|unbekannten Malern|Forschern|Mönchen|"
     "Handwerkern"},
    {'t',
     "die ersten Landkarten|die alten Briefe|drei Gemälde|die Fotografien|die Werkzeuge|"
     "handgeschriebene Rezepte|die Glocken|seltene Bücher|einige Münzen|"
     "die ursprünglichen Pläne|kleine Holzboote|die Musikinstrumente|mehrere Zeichnungen|"
     "die Jahresberichte|kupferne Kessel|gedruckte Zeitungen|Gläser und Krüge"},
    {'w',
     "am frühen Morgen|nach dem langen Winter|in den Sommermonaten|vor dem Krieg|"
     "gegen Ende des Jahrhunderts|jedes zweite Jahr|am Abend|an Markttagen|"
     "kurz vor Sonnenuntergang|viele Jahre lang|im Laufe der Zeit|"
     "innerhalb weniger Wochen|vom Frühling bis in den Herbst|am ersten Sonntag im Monat|"
     "in jenen Tagen|immer wieder"},
    {'v',
     "gebaut|beschrieben|entdeckt|ausgebessert|besucht|gemalt|vermessen|geschützt|gekauft|"
     "bewundert|eröffnet|geschlossen|wiederaufgebaut|fotografiert|untersucht|erhalten"},
    {'j',
     "überraschend einfach|ziemlich teuer|eine Reise wert|schwer zu erklären|"
     "wichtiger als je zuvor|eine Frage des Geschmacks|für alle offen|"
     "weit über die Gegend hinaus bekannt|ein Teil des Alltags|"
     "Gegenstand langer Gespräche|nur der Anfang|kaum zu übersehen|ein guter Grund zu bleiben"},
    {'r',
     "weil das Wasser zu tief war|obwohl das Geld ausgegangen war|"
     "während die Kinder vom Hügel aus zusahen|da niemand um Erlaubnis gefragt hatte|"
     "damit die Straße offen bleiben konnte|sobald das Wetter es zuließ|"
     "als die Eisenbahn kam|auch wenn die Winter dort kalt sind|"
     "bis das Dach undicht wurde|weil sie es von ihren Eltern gelernt hatten|"
     "wenn der Wind aus Westen kommt|obwohl sich kaum jemand daran erinnert"},
    {'s',
     "Brot|Honig|Äpfel|Wolle|Salz|Wein|Käse|Holz|Papier|Tee|Fisch|Blumen|Leder|Butter|"
     "Öl|Kohle"},
    {'H',
     "Alten|Birken|Buchen|Dachs|Eichen|Erlen|Eschen|Falken|Fichten|Fisch|Fried|Fuchs|Gold|"
     "Grün|Hasel|Heiligen|Hirsch|Hoch|Hohen|Holz|Kalten|Kirch|Klein|Königs|Krähen|Kupfer|"
     "Lang|Linden|Löwen|Marien|Markt|Mühl|Neuen|Nieder|Nord|Ober|Raben|Reichen|Rosen|Roten|"
     "Salz|Sand|Schaf|Schön|Schwarzen|Silber|Sonnen|Stein|Stern|Süd|Tannen|Tiefen|Ulmen|"
     "Unter|Vogel|Wald|Wasser|Weiden|Weißen|Wenden|Wiesen|Wild|Winter|Wolfs|Ziegen|Ahorn|"
     "Blumen|Brunnen|Dorn|Eisen|Feld|Garten"},
    {'T',
     "bach|berg|brück|burg|dorf|eck|feld|fels|furt|hafen|hagen|hain|halde|haus|heim|hof|"
     "hofen|hausen|kirchen|leben|mühle|münde|ried|roda|rode|see|stadt|stedt|stein|tal|"
     "wald|wang|wiese|winkel|born|brunn|büttel|damm|horst|hude|ingen|kamp|lohe|lingen|"
     "moor|weiler|werder|weil|wedel|warden|walde|thal|tor|stetten|see am Berg|hütte|grund|"
     "gau|au|ach"},
}};

constexpr std::array<std::string_view, 26> kSentences = {
    "Der {a} {M} wurde {w} von {o} {v}. ",
    "Die {a} {F} wurde {w} von {o} {v}. ",
    "Das {a} {N} wurde {w} von {o} {v}. ",
    "Noch heute reden {p} über das {a} {N} und über die {a} {F} dahinter. ",
    "Der Weg zum {a}n {M} ist {j}, {r}. ",
    "Der Weg zur {a}n {F} ist {j}, {r}. ",
    "Niemand weiß genau, warum {p} {t} im {a}n {N} zurückließen. ",
    "Neben der {a}n {F} verkaufen {p} {w} {s} und {s}. ",
    "Es dauerte lange, bis das {a} {N} wieder {v} werden konnte, {r}. ",
    "Wer von der {F} zum {a}n {M} geht, kommt auch am {N} vorbei. ",
    "Zum Glück haben {p} {t} im {a}n {M} nicht vergessen. ",
    "Wer {w} kommt, wird merken, dass das {N} {j} ist. ",
    "Was {p} {w} {v} hatten, wurde später im {a}n {N} gezeigt. ",
    "Es gibt viele Gründe, die {a} {F} zu sehen, und jeder davon ist {j}. ",
    "Zwischen dem {a}n {M} und dem Fluss treffen sich {w} {p}. ",
    "Für {p} war der Handel mit {s} und {s} {j}, {r}. ",
    "Zu Fuß erreicht man das {a} {N} in wenigen Minuten, {r}. ",
    "Natürlich wollten {p} wissen, wie die {a} {F} {v} worden war. ",
    "Sowohl der {M} als auch das {a} {N} wurden {w} {v}. ",
    "Deshalb brachten {p} {t} in die {a} {F}, {r}. ",
    "Nicht weit von hier wurde {w} eine {F} {v}, und sie ist bis heute {j}. ",
    "In der {a}n {F} riecht es nach {s} und {s}, und das ist {j}. ",
    "Als {p} {w} ankamen, war das {a} {N} schon {v} worden. ",
    "Nach den Aufzeichnungen gehörte der {a} {M} damals zum {N}, {r}. ",
    "Unter den Dingen, die {p} mitbrachten, waren auch {t} und {t}. ",
    "Im Grunde ist der {a} {M} {j}, aber die {F} ist noch schöner. ",
};

constexpr std::array<std::string_view, 3> kWords = {"Der {a} {M}", "Die {a} {F}", "Das {a} {N}"};
constexpr std::array<std::string_view, 1> kNames = {"{H}{T}"};

constexpr ProseGrammar kGrammar = {
    .lists = kLists,
    .sentences = kSentences,
    .words = kWords,
    .names = kNames,
    .connectors = {" von ", " bei ", " in ", " und "},
    .numbers = {{{", ", ""}, {" im Jahr ", ""}, {" (", ")"}, {" seit ", ""}}},
    .link_leads = {{{"Siehe auch ", ". "},
                    {"Mehr darüber steht unter ", ". "},
                    {"Man vergleiche damit ", ". "},
                    {"Ausführlicher ist die Seite ", ". "}}},
    .phrases = {"Von der Redaktion", "Stand: ", "Kurz gesagt", "Verwandte Seiten", "Bild: ", "Jahr",
                "Anzahl", "Anteil", "Besucher bisher: "},
};

}  // namespace

const ProseGrammar& GermanGrammar() { return kGrammar; }

}  // namespace meguri
