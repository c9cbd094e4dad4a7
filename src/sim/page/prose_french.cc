// French: nouns by gender, all with a consonant first, so that no article is elided; adjectives
// that are the same in both genders; participles that take an -e in the feminine.
#include <array>
#include <string_view>

#include "sim/page/prose_grammar.h"

namespace meguri {
namespace {

constexpr std::array<WordList, 13> kLists = {{
    {'a',
     "tranquille|célèbre|moderne|magnifique|pittoresque|immense|agréable|historique|"
     "solitaire|rustique|sombre|énorme|humide|vaste|superbe|remarquable|fragile|modeste|"
     "noble|paisible|sauvage|étrange|classique|gothique|baroque|"
     "champêtre|splendide|minuscule|touristique|calme|symbolique|simple"},
    {'M',
     "port|pont|marché|musée|jardin|phare|château|théâtre|moulin|village|monastère|canal|"
     "vignoble|lac|parc|quai|sentier|palais|collège|quartier|cimetière|bassin"},
    {'F',
     "bibliothèque|gare|tour|place|vallée|forêt|brasserie|forteresse|boulangerie|mairie|"
     "chapelle|cathédrale|rue|fontaine|ferme|colline|grange|fabrique|galerie|plage|porte|"
     "rivière"},
    {'p',
     "les pêcheurs|les professeurs|les historiens|deux frères|les ingénieurs|les visiteurs|"
     "plusieurs familles|les marchands|quelques étudiants|les jardiniers|les conseillers|"
     "des musiciens de passage|les paysans|des peintres inconnus|les chercheurs|"
     "beaucoup de gens du pays|les commerçants|les voisins"},
    {'t',
     "les premières cartes|une collection de lettres|trois tableaux|les vieilles photos|"
     "quelques outils|des recettes écrites à la main|les cloches|des livres rares|"
     "plusieurs pièces de monnaie|les plans de départ|des barques en bois|"
     "des instruments de musique|une série de dessins|les rapports annuels|"
     "des chaudrons en cuivre|des journaux imprimés|du verre et de la poterie"},
    {'w',
     "au petit matin|après le long hiver|pendant les mois d'été|avant la guerre|"
     "à la fin du siècle|tous les deux ans|le soir|les jours de marché|"
     "un peu avant le coucher du soleil|pendant de longues années|au fil du temps|"
     "en quelques semaines|du printemps à l'automne|le premier dimanche du mois|"
     "à cette époque|de temps en temps"},
    {'v',
     "construit|décrit|découvert|réparé|visité|peint|mesuré|protégé|admiré|ouvert|fermé|"
     "reconstruit|photographié|étudié|restauré|oublié"},
    {'j',
     "facile à comprendre|assez cher pour la région|digne du voyage|difficile à expliquer|"
     "plus important que jamais|une affaire de goût|ouvert à tout le monde|"
     "connu bien au-delà de la région|au centre de la vie quotidienne|"
     "le sujet de longues discussions|seulement le début de l'histoire|"
     "une bonne raison de rester|loin d'être terminé"},
    {'r',
     "parce que l'eau était trop profonde|bien que l'argent ait manqué|"
     "tandis que les enfants regardaient depuis la colline|"
     "puisque personne n'avait demandé la permission|pour que la route reste ouverte|"
     "dès que le temps le permettait|quand le chemin de fer est arrivé|"
     "même si les hivers y sont froids|jusqu'à ce que le toit soit percé|"
     "parce qu'ils l'avaient appris de leurs parents|quand le vent vient de l'ouest|"
     "sans que personne ne sache pourquoi"},
    {'s',
     "pain|miel|sel|vin|fromage|bois|papier|thé|poisson|cuir|beurre|charbon|blé|cidre|"
     "sucre|chocolat"},
    {'c',
     "Au début|En pratique|En général|Par bonheur|La même année|Sans aucun doute|"
     "Selon les registres|En y regardant de plus près|Pendant quelque temps|"
     "Comme on pouvait le penser|Quelques années plus tard|Malgré tout"},
    {'H',
     "Beau|Bel|Bois|Bon|Bourg|Brive|Cham|Chante|Char|Château|Clair|Col|Con|Courte|Croix|Dam|"
     "Dom|Dour|Fer|Fleur|Font|Fort|Franche|Gran|Grand|Gros|Haute|Jolie|La Roche-|Lam|"
     "Le Mont-|Long|Luc|Mal|Mar|Maison|Mire|Mont|Mor|Mou|Neuf|Noir|Pierre|Plan|Pont|Port|"
     "Pré|Puy|Ram|Riche|Roc|Roche|Rou|Saint-Jean-|Sainte-Marie-|Sal|Sept|Sou|Tour|Trois|Val|"
     "Vau|Vert|Vieux|Ville|Vill|Vin|Bar|Cour|Gué|Lan|Ner"},
    {'T',
     "bert|bon|bourg|brun|court|dieu|fleur|font|fort|froid|gard|gny|jac|lac|lard|let|leux|"
     "lieu|lier|lin|lon|long|luc|mare|mont|mur|nac|nay|neuil|noir|pont|puy|rac|ran|reuil|"
     "rieux|roche|roy|sac|san|sault|seuil|sol|tain|teuil|tier|tot|val|vent|vic|viers|"
     "vigny|villard|ville|villers|villiers|voir|vray|zac|zon|beuf|champ|guy|magne"},
}};

constexpr std::array<std::string_view, 24> kSentences = {
    "Le {M} {a} a été {v} par {p} {w}. ",
    "La {F} {a} a été {v}e par {p} {w}. ",
    "{c}, {p} parlaient encore du {M} et de la {F} qui se trouve derrière. ",
    "{c}, le chemin qui mène à la {F} est {j}, {r}. ",
    "Personne ne sait exactement pourquoi {p} ont laissé {t} dans la {F} {a}. ",
    "À côté du {M}, il y a une {F} où {p} vendent du {s} et du {s} {w}. ",
    "Il a fallu attendre longtemps avant que la {F} soit {v}e de nouveau, {r}. ",
    "Parmi les choses que {p} ont gardées, on trouve {t} et {t}. ",
    "Si vous allez de la {F} au {M} {a}, vous passerez aussi devant la {F}. ",
    "{c}, on conservait {t} dans le {M}, {r}. ",
    "Ceux qui viennent {w} verront que le {M} est {j}. ",
    "Le prix du {s} a peu changé, mais le {s} est devenu beaucoup plus cher. ",
    "Ce que {p} avaient {v} {w} a été montré plus tard dans le {M}. ",
    "Il y a plusieurs raisons de voir la {F} {a}, et chacune est importante. ",
    "Entre le {M} et la rivière, {p} se retrouvent {w}. ",
    "Pour {p}, le commerce du {s} était {j}, {r}. ",
    "On peut aller à pied jusqu'à la {F} en quelques minutes, {r}. ",
    "{c}, {p} voulaient savoir comment le {M} avait été {v}. ",
    "Le {M} {a} et la {F} ont été vendus {w}, {r}. ",
    "C'est pourquoi {p} ont apporté {t} dans la {F}, {r}. ",
    "Non loin d'ici, un {M} {a} a été {v} {w} et il est resté {j}. ",
    "{c}, la {F} {a} sentait le {s} et le {s}, ce qui est {j}. ",
    "Quand {p} sont arrivés {w}, le {M} avait déjà été {v}. ",
    "{c}, il semble que {p} aient trouvé {t} au bord de la {F}. ",
};

constexpr std::array<std::string_view, 2> kWords = {"Le {M} {a}", "La {F} {a}"};
constexpr std::array<std::string_view, 1> kNames = {"{H}{T}"};

constexpr ProseGrammar kGrammar = {
    .lists = kLists,
    .sentences = kSentences,
    .words = kWords,
    .names = kNames,
    .connectors = {" de ", " près de ", " à ", " et "},
    .numbers = {{{", ", ""}, {" en ", ""}, {" (", ")"}, {" depuis ", ""}}},
    .link_leads = {{{"Voir aussi ", ". "},
                    {"On peut en lire davantage dans ", ". "},
                    {"À comparer avec ", ". "},
                    {"La meilleure description est ", ". "}}},
    .phrases = {"Par la rédaction", "Mis à jour le ", "En bref", "Pages voisines",
                "Image : ", "Année", "Nombre", "Part", "Visiteurs : "},
};

}  // namespace

const ProseGrammar& FrenchGrammar() { return kGrammar; }

}  // namespace meguri
