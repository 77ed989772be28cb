import type { BlockContent } from "#schemas/content/items.ts";
import { richText } from "#schemas/content/rich-text.ts";
import type { ContentIcon } from "#schemas/content/sections.ts";
import type { Language } from "#schemas/values/languages.ts";

/** Title and text. */
type Said = readonly [string, string];

interface Claim {
  readonly icon: ContentIcon;
  readonly leadsTo: string | null;
  readonly said: Readonly<Record<Language, Said>>;
  /** Whether it is shown before an operator says that it is true. */
  readonly isActive: boolean;
}

const MORE = { en: "Read how", es: "Cómo funciona", fr: "Comment ça marche", pt: "Como funciona", ar: "كيف يعمل" };

/** What the start page says of Astrolabe. */
const CLAIMS: Readonly<Record<string, Claim>> = {
  "secure-storage": {
    icon: "shield",
    leadsTo: "/documentation/security",
    said: {
      en: [
        "Secure storage",
        "Keys lie encrypted on the server and never reach a page. Limits, lists and a second factor guard what leaves.",
      ],
      es: [
        "Custodia segura",
        "Las claves se guardan cifradas en el servidor y nunca llegan a una página. Límites, listas y un segundo factor vigilan lo que sale.",
      ],
      fr: [
        "Conservation sûre",
        "Les clés restent chiffrées sur le serveur et n’arrivent jamais dans une page. Plafonds, listes et second facteur gardent ce qui sort.",
      ],
      pt: [
        "Guarda segura",
        "As chaves ficam cifradas no servidor e nunca chegam a uma página. Limites, listas e um segundo fator vigiam o que sai.",
      ],
      ar: [
        "حفظ آمن",
        "تبقى المفاتيح مشفّرة على الخادم ولا تصل إلى أي صفحة. الحدود والقوائم والعامل الثاني تحرس ما يخرج.",
      ],
    },
    isActive: true,
  },
  "payments-in-seconds": {
    icon: "zap",
    leadsTo: "/documentation/wallet",
    said: {
      en: ["Payments in seconds", "A payment is final once its ledger has closed, usually after a few seconds."],
      es: [
        "Pagos en segundos",
        "Un pago es definitivo cuando se cierra su libro mayor, por lo general en unos segundos.",
      ],
      fr: [
        "Des paiements en quelques secondes",
        "Un paiement est définitif dès que son registre est clos, en général après quelques secondes.",
      ],
      pt: [
        "Pagamentos em segundos",
        "Um pagamento é definitivo assim que o seu livro-razão fecha, em geral ao fim de alguns segundos.",
      ],
      ar: ["دفعات في ثوانٍ", "تصبح الدفعة نهائية عند إغلاق دفتر الأستاذ الذي يضمها، خلال ثوانٍ عادةً."],
    },
    isActive: true,
  },
  "many-assets": {
    icon: "coins",
    leadsTo: "/assets",
    said: {
      en: ["Many assets", "XLM and whatever is issued on Stellar, each with what its issuer could do with it."],
      es: [
        "Muchos activos",
        "XLM y todo lo que se emite en Stellar, cada uno con lo que su emisor podría hacer con él.",
      ],
      fr: [
        "De nombreux actifs",
        "XLM et tout ce qui est émis sur Stellar, avec ce que chaque émetteur pourrait en faire.",
      ],
      pt: [
        "Muitos ativos",
        "XLM e tudo o que é emitido na Stellar, cada um com o que o seu emissor poderia fazer com ele.",
      ],
      ar: ["أصول كثيرة", "XLM وكل ما يُصدَر على Stellar، مع ما يستطيع مُصدِر كل أصل أن يفعله به."],
    },
    isActive: true,
  },
  "own-exchange": {
    icon: "chart-line",
    leadsTo: "/documentation/exchange",
    said: {
      en: [
        "An exchange built in",
        "The ledger's own order books and pools, with charts, limit orders, stops and recurring buys.",
      ],
      es: [
        "Un mercado integrado",
        "Los libros de órdenes y fondos del propio libro mayor, con gráficos, órdenes limitadas, stops y compras periódicas.",
      ],
      fr: [
        "Une plateforme d’échange intégrée",
        "Les carnets d’ordres et les pools du registre lui-même, avec graphiques, ordres à cours limité, ordres stop et achats récurrents.",
      ],
      pt: [
        "Uma corretora integrada",
        "Os livros de ordens e os pools do próprio livro-razão, com gráficos, ordens limitadas, ordens stop e compras recorrentes.",
      ],
      ar: [
        "منصة تداول مدمجة",
        "دفاتر أوامر دفتر الأستاذ نفسه ومجمّعاته، مع رسوم بيانية وأوامر محددة السعر وأوامر إيقاف ومشتريات متكررة.",
      ],
    },
    isActive: true,
  },
  "history-with-export": {
    icon: "history",
    leadsTo: "/documentation/offline",
    said: {
      en: [
        "A history you can take with you",
        "Every movement is on your device, searchable without a connection, and leaves as CSV, JSON or a PDF statement.",
      ],
      es: [
        "Un historial que puedes llevarte",
        "Cada movimiento está en tu dispositivo, se puede buscar sin conexión y se exporta como CSV, JSON o extracto PDF.",
      ],
      fr: [
        "Un historique que vous pouvez emporter",
        "Chaque mouvement est sur votre appareil, se cherche sans connexion et s’exporte en CSV, en JSON ou en relevé PDF.",
      ],
      pt: [
        "Um histórico que pode levar consigo",
        "Cada movimento está no seu dispositivo, pesquisa-se sem ligação e exporta-se como CSV, JSON ou extrato PDF.",
      ],
      ar: [
        "سجل يمكنك أخذه معك",
        "كل حركة موجودة على جهازك، ويمكن البحث فيها دون اتصال، وتُصدَّر بصيغة CSV أو JSON أو كشف حساب PDF.",
      ],
    },
    isActive: true,
  },
  "swaps-with-a-bound": {
    icon: "refresh-cw",
    leadsTo: "/tutorials/swap",
    said: {
      en: [
        "Swaps with a bound",
        "One asset for another at the price that you see, within the bound that you set, or not at all.",
      ],
      es: ["Intercambios con un tope", "Un activo por otro al precio que ves, dentro del margen que fijas, o nada."],
      fr: [
        "Des échanges bornés",
        "Un actif contre un autre au prix que vous voyez, dans la limite que vous fixez, ou pas du tout.",
      ],
      pt: ["Trocas com um limite", "Um ativo por outro ao preço que vê, dentro da margem que define, ou nada."],
      ar: ["مبادلات بحدّ تضعه", "أصل مقابل آخر بالسعر الذي تراه، ضمن الحد الذي تضعه، أو لا شيء."],
    },
    isActive: true,
  },
  "thousands-of-users": {
    icon: "users",
    leadsTo: null,
    said: {
      en: ["Thousands of users", "Thousands of people keep and move their money here."],
      es: ["Miles de usuarios", "Miles de personas guardan y mueven aquí su dinero."],
      fr: ["Des milliers d’utilisateurs", "Des milliers de personnes gardent et déplacent leur argent ici."],
      pt: ["Milhares de utilizadores", "Milhares de pessoas guardam e movimentam aqui o seu dinheiro."],
      ar: ["آلاف المستخدمين", "آلاف الأشخاص يحفظون أموالهم وينقلونها هنا."],
    },
    // An operator switches it on once it is so.
    isActive: false,
  },
};

/** The blocks that Astrolabe comes with. */
export const DEFAULT_BLOCKS = Object.entries(CLAIMS).map(([key, claim], displayOrder) => ({
  key,
  content: contentOf(claim, displayOrder),
}));

function contentOf({ icon, leadsTo, said, isActive }: Claim, displayOrder: number): BlockContent {
  const wordsIn = (language: Language) => {
    const [title, text] = said[language];
    const link = leadsTo === null ? null : { label: MORE[language], href: leadsTo };
    return { title, body: richText(text), link, alt: "" };
  };
  return {
    kind: "block",
    blockType: "card",
    place: "landing",
    displayOrder,
    isActive,
    from: null,
    until: null,
    icon,
    mediaId: null,
    words: { en: wordsIn("en"), es: wordsIn("es"), fr: wordsIn("fr"), pt: wordsIn("pt"), ar: wordsIn("ar") },
  };
}
