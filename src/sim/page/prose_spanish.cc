// Spanish: nouns by gender; adjectives that are the same in both; participles without their last
// letter, which is -o or -a.
#include <array>
#include <string_view>

#include "sim/page/prose_grammar.h"

namespace meguri {
namespace {

constexpr std::array<WordList, 13> kLists = {{
    {'a',
     "grande|verde|real|principal|medieval|colonial|central|popular|célebre|humilde|elegante|"
     "alegre|impresionante|interesante|importante|triste|noble|enorme|rural|municipal|"
     "natural|occidental|oriental|septentrional|meridional|singular|notable|imponente|"
     "amable|agradable|original|inolvidable"},
    {'M',
     "puerto|puente|mercado|museo|jardín|faro|castillo|teatro|molino|pueblo|monasterio|canal|"
     "viñedo|lago|prado|camino|palacio|colegio|barrio|cementerio|observatorio|hospital"},
    {'F',
     "biblioteca|estación|torre|plaza|catedral|fortaleza|panadería|fábrica|capilla|calle|"
     "fuente|granja|colina|galería|playa|puerta|escuela|universidad|iglesia|bodega|casa|"
     "muralla"},
    {'p',
     "los pescadores|los maestros|los historiadores|dos hermanos|los ingenieros|"
     "los visitantes|varias familias|los comerciantes|algunos estudiantes|los jardineros|"
     "los concejales|unos músicos ambulantes|los campesinos|unos pintores desconocidos|"
     "los investigadores|muchos habitantes|los vecinos|los abuelos"},
    {'t',
     "los primeros mapas|una colección de cartas|tres cuadros|las fotografías antiguas|"
     "algunas herramientas|unas recetas escritas a mano|las campanas|los libros raros|"
     "varias monedas|los planos originales|unas barcas de madera|"
     "los instrumentos musicales|una serie de dibujos|los informes anuales|"
     "unas calderas de cobre|los periódicos impresos|el vidrio y la cerámica"},
    {'w',
     "a primera hora de la mañana|después del largo invierno|durante los meses de verano|"
     "antes de la guerra|a finales del siglo|cada dos años|por la tarde|"
     "los días de mercado|poco antes de la puesta del sol|durante muchos años|"
     "con el paso del tiempo|en pocas semanas|durante todo el año|"
     "el primer domingo del mes|en aquellos días|de vez en cuando"},
    {'v',
     "construid|descrit|descubiert|reparad|visitad|pintad|medid|protegid|comprad|admirad|"
     "abiert|cerrad|reconstruid|fotografiad|estudiad|restaurad"},
    {'j',
     "fácil de entender|bastante difícil de explicar|más importante que nunca|"
     "una cuestión de gusto|parte de la vida cotidiana|el tema de largas conversaciones|"
     "sólo el principio de la historia|una buena razón para quedarse|"
     "lo mejor de todo el viaje|algo que nadie esperaba|mucho más de lo que parece|"
     "un ejemplo para toda la región"},
    {'r',
     "porque el agua era demasiado profunda|aunque el dinero se había acabado|"
     "mientras los niños jugaban en la calle|ya que nadie había pedido permiso|"
     "para que la carretera siguiera abierta|en cuanto el tiempo lo permitía|"
     "cuando llegó el ferrocarril|aunque allí los inviernos son fríos|"
     "hasta que el tejado empezó a gotear|porque lo habían aprendido de sus padres|"
     "cuando el viento viene del oeste|sin que nadie recuerde por qué"},
    {'s',
     "pan|miel|sal|vino|queso|papel|té|pescado|cuero|carbón|trigo|aceite|azúcar|chocolate|"
     "lana|fruta"},
    {'c',
     "Al principio|En la práctica|Por lo general|Por suerte|Aquel mismo año|Sin duda|"
     "Según los registros|Mirándolo bien|Durante algún tiempo|Como era de esperar|"
     "Algunos años después|A pesar de todo"},
    {'H',
     "Al|Alta|Arco|Bella|Blanca|Boca|Bosque|Brava|Buena|Cabra|Campo|Cañada|Casa|Castro|Cerro|"
     "Clara|Corral|Cruz|Cuesta|Dehesa|Dos|Encina|Fuente|Gran|Guada|Hermosa|Hoya|Huerta|"
     "Isla|Jara|Laguna|Llano|Loma|Mal|Mar|Media|Mira|Molina|Monte|Mora|Nava|Nogal|Nueva|"
     "Olmo|Palo|Pedro|Peña|Piedra|Pinar|Plata|Pozo|Prado|Puebla|Puente|Quinta|Ribera|Rio|"
     "Roble|Roca|Rosa|Salva|San Juan de |Santa Ana de |Sierra|Sol|Soto|Tierra|Torre|Val|"
     "Vega|Villa|Zarza"},
    {'T',
     "bella|blanca|brava|buena|cabras|calera|campo|cañas|casas|castro|clara|cruz|dueñas|"
     "encina|flores|frades|fría|grande|hermosa|honda|jara|lagos|lejos|leones|llana|longa|"
     "lucía|luenga|luna|mayor|media|menor|molinos|monte|mora|nevada|nieve|nueva|olmos|"
     "palma|parda|peñas|pinos|plana|pobre|prados|real|redonda|rica|ríos|robles|rosas|rota|"
     "roya|seca|serena|soles|sosa|torres|umbría|valle|verde|vieja|viñas"},
}};

constexpr std::array<std::string_view, 24> kSentences = {
    "El {M} {a} fue {v}o por {p} {w}. ",
    "La {F} {a} fue {v}a por {p} {w}. ",
    "{c}, {p} todavía hablaban del {M} y de la {F} que está detrás. ",
    "{c}, el camino que lleva a la {F} es {j}, {r}. ",
    "Nadie sabe exactamente por qué {p} dejaron {t} en la {F} {a}. ",
    "Al lado del {M} hay una {F} donde {p} venden {s} y {s} {w}. ",
    "Pasaron muchos años hasta que la {F} pudo ser {v}a de nuevo, {r}. ",
    "Entre las cosas que {p} han guardado se encuentran {t} y {t}. ",
    "Si usted va de la {F} al {M} {a}, pasará también por la {F}. ",
    "{c}, guardaban {t} en el {M} {a}, {r}. ",
    "Quienes vienen {w} descubren que el {M} es {j}. ",
    "El precio del pan ha cambiado poco, pero ahora se vende más {s} que {s}. ",
    "Lo que {p} habían {v}o {w} se mostró más tarde en el {M}. ",
    "Hay varias razones para ver la {F} {a}, y cada una es {j}. ",
    "Entre el {M} {a} y el río, {p} se reúnen {w}. ",
    "Para {p}, el comercio de {s} y de {s} era {j}, {r}. ",
    "Se puede llegar a pie hasta la {F} en pocos minutos, {r}. ",
    "{c}, {p} querían saber cómo había sido {v}o el {M} {a}. ",
    "Tanto el {M} {a} como la {F} se vendieron {w}, {r}. ",
    "Por eso {p} llevaron {t} a la {F} {a}, {r}. ",
    "No muy lejos de aquí, un {M} {a} fue {v}o {w} y sigue siendo {j}. ",
    "{c}, la {F} {a} olía a {s} y a {s}, lo cual es {j}. ",
    "Cuando {p} llegaron {w}, el {M} ya había sido {v}o. ",
    "{c}, parece que {p} encontraron {t} cerca de la {F}. ",
};

constexpr std::array<std::string_view, 2> kWords = {"El {M} {a}", "La {F} {a}"};
constexpr std::array<std::string_view, 1> kNames = {"{H}{T}"};

constexpr ProseGrammar kGrammar = {
    .lists = kLists,
    .sentences = kSentences,
    .words = kWords,
    .names = kNames,
    .connectors = {" de ", " cerca de ", " en ", " y "},
    .numbers = {{{", ", ""}, {" en ", ""}, {" (", ")"}, {" desde ", ""}}},
    .link_leads = {{{"Véase también ", ". "},
                    {"Se puede leer más en ", ". "},
                    {"Compárese con ", ". "},
                    {"La mejor descripción es ", ". "}}},
    .phrases = {"Por la redacción", "Actualizado el ", "En resumen", "Páginas relacionadas",
                "Imagen: ", "Año", "Número", "Parte", "Visitantes hasta hoy: "},
};

}  // namespace

const ProseGrammar& SpanishGrammar() { return kGrammar; }

}  // namespace meguri
