import type { BlockContent, BlockWords } from "#schemas/content/items.ts";
import { richText } from "#schemas/content/rich-text.ts";

/** The same in English, Spanish, French, Portuguese and Arabic, in this order. */
type FiveTexts = readonly [en: string, es: string, fr: string, pt: string, ar: string];

/** A block as it stands below: where it is, and what it says in each language. */
interface Written extends Pick<BlockContent, "blockType" | "icon" | "isActive"> {
  readonly key: string;
  readonly title: FiveTexts;
  readonly body: FiveTexts;
  readonly link?: { readonly href: string; readonly label: FiveTexts };
}

const card = { blockType: "card", isActive: true } as const;

/** What the start page claims. */
const LANDING: readonly Written[] = [
  {
    ...card,
    key: "landing-secure-storage",
    icon: "shield",
    title: ["Secure storage", "Almacenamiento seguro", "Conservation sécurisée", "Armazenamento seguro", "حفظ آمن"],
    body: [
      "Keys stay encrypted on the server and never reach a page.",
      "Las claves se guardan cifradas en el servidor y nunca llegan a una página.",
      "Les clés restent chiffrées sur le serveur et n’arrivent jamais dans une page.",
      "As chaves permanecem cifradas no servidor e nunca chegam a uma página.",
      "تبقى المفاتيح مشفّرة على الخادم ولا تصل إلى أي صفحة.",
    ],
  },
  {
    ...card,
    key: "landing-instant-transfers",
    icon: "zap",
    title: [
      "Instant transfers",
      "Transferencias instantáneas",
      "Transferts instantanés",
      "Transferências instantâneas",
      "تحويلات فورية",
    ],
    body: [
      "A payment arrives within seconds: the ledger closes every few seconds.",
      "Un pago llega en segundos: el libro mayor se cierra cada pocos segundos.",
      "Un paiement arrive en quelques secondes, au rythme auquel le registre se clôture.",
      "Um pagamento chega em segundos: o livro-razão fecha a cada poucos segundos.",
      "تصل الدفعة خلال ثوانٍ: يُغلق دفتر الأستاذ كل بضع ثوانٍ.",
    ],
  },
  {
    ...card,
    key: "landing-multi-currency",
    icon: "coins",
    title: [
      "Multi-currency support",
      "Compatible con varias divisas",
      "Plusieurs devises",
      "Suporte para várias moedas",
      "دعم عملات متعددة",
    ],
    body: [
      "XLM and any asset of the Stellar network, side by side in one wallet.",
      "XLM y cualquier activo de la red Stellar, juntos en una sola billetera.",
      "Des XLM et tout autre actif du réseau Stellar, côte à côte dans un seul portefeuille.",
      "XLM e qualquer ativo da rede Stellar, lado a lado numa só carteira.",
      "XLM وأي أصل على شبكة Stellar، جنبًا إلى جنب في محفظة واحدة.",
    ],
  },
  {
    ...card,
    key: "landing-exchange",
    icon: "chart-line",
    title: [
      "A built-in decentralized exchange",
      "Un mercado descentralizado integrado",
      "Une plateforme d’échange décentralisée intégrée",
      "Negociação descentralizada integrada",
      "منصة تداول لامركزية مدمجة",
    ],
    body: [
      "Trade in order books and pools that are part of the ledger itself, from the same wallet.",
      "Opera en libros de órdenes y fondos de liquidez que forman parte del propio libro mayor, desde la misma billetera.",
      "Négociez dans des carnets d’ordres et des pools de liquidité qui font partie du registre lui-même, depuis le même portefeuille.",
      "Negoceie em livros de ordens e pools de liquidez que fazem parte do próprio livro-razão, a partir da mesma carteira.",
      "تداول في دفاتر أوامر ومجمّعات سيولة هي جزء من دفتر الأستاذ نفسه، من المحفظة ذاتها.",
    ],
  },
  {
    ...card,
    key: "landing-history",
    icon: "history",
    title: [
      "Transaction history with export",
      "Historial de transacciones con exportación",
      "Historique des transactions, exportable",
      "Histórico de transações com exportação",
      "سجل معاملات قابل للتصدير",
    ],
    body: [
      "Every movement with its fee and its hash, to export as CSV, JSON or a statement.",
      "Cada movimiento con su comisión y su hash, para exportar como CSV, JSON o extracto.",
      "Chaque mouvement avec ses frais et son empreinte (hash), à exporter en CSV, en JSON ou en relevé.",
      "Cada movimento com a sua taxa e o seu hash, para exportar como CSV, JSON ou extrato.",
      "كل حركة مع رسومها وبصمتها، للتصدير بصيغة CSV أو JSON أو كشف حساب.",
    ],
  },
  {
    ...card,
    key: "landing-swaps",
    icon: "arrow-left-right",
    title: ["Asset swaps", "Intercambio de activos", "Échange d’actifs", "Troca de ativos", "مبادلة الأصول"],
    body: [
      "Exchange one asset for another at a price that you see first, within a bound that the ledger keeps to.",
      "Cambia un activo por otro a un precio que ves antes, dentro de un límite que el libro mayor respeta.",
      "Échangez un actif contre un autre à un prix que vous voyez d’abord, dans une limite que le registre respecte.",
      "Troque um ativo por outro a um preço que vê antes, dentro de um limite que o livro-razão respeita.",
      "بادل أصلًا بآخر بسعر تراه أولًا، ضمن حدٍّ يلتزم به دفتر الأستاذ.",
    ],
  },
  {
    key: "landing-thousands-of-users",
    blockType: "banner",
    icon: "users",
    // Nobody can know it of an empty database: whoever runs the service switches it on once it is true.
    isActive: false,
    title: [
      "Thousands of users",
      "Miles de usuarios",
      "Des milliers d’utilisateurs",
      "Milhares de utilizadores",
      "آلاف المستخدمين",
    ],
    body: [
      "Thousands of people keep their money here and send it to each other.",
      "Miles de personas guardan aquí su dinero y se lo envían entre sí.",
      "Des milliers de personnes gardent ici leur argent et se l’envoient.",
      "Milhares de pessoas guardam aqui o seu dinheiro e enviam-no umas às outras.",
      "آلاف الأشخاص يحفظون أموالهم هنا ويرسلونها بعضهم إلى بعض.",
    ],
  },
];

/** What stands beside signing in, on large screens. */
const AUTH: readonly Written[] = [
  {
    key: "auth-power-of-stellar",
    blockType: "banner",
    icon: null,
    isActive: true,
    title: [
      "Unlock the Power of Stellar",
      "Aprovecha el potencial de Stellar",
      "Libérez la puissance de Stellar",
      "Descubra o poder da Stellar",
      "أطلق قوة Stellar",
    ],
    body: ["", "", "", "", ""],
  },
  {
    ...card,
    key: "auth-secure-assets",
    icon: "shield",
    title: [
      "Secure asset management",
      "Gestión segura de activos",
      "Gestion sécurisée des actifs",
      "Gestão segura de ativos",
      "إدارة آمنة للأصول",
    ],
    body: [
      "Keys stay encrypted on the server and never reach a page.",
      "Las claves se guardan cifradas en el servidor y nunca llegan a una página.",
      "Les clés restent chiffrées sur le serveur et n’arrivent jamais dans une page.",
      "As chaves permanecem cifradas no servidor e nunca chegam a uma página.",
      "تبقى المفاتيح مشفّرة على الخادم ولا تصل إلى أي صفحة.",
    ],
  },
  {
    ...card,
    key: "auth-low-fees",
    icon: "coins",
    title: [
      "Low transaction fees",
      "Comisiones bajas por transacción",
      "Frais de transaction réduits",
      "Taxas de transação baixas",
      "رسوم معاملات منخفضة",
    ],
    body: [
      "The network's fee is shown before you confirm.",
      "La comisión de la red se muestra antes de que confirmes.",
      "Les frais de réseau sont affichés avant que vous confirmiez.",
      "A taxa da rede é mostrada antes de confirmar.",
      "تُعرض رسوم الشبكة قبل أن تؤكد.",
    ],
  },
  {
    ...card,
    key: "auth-fast-swaps",
    icon: "arrow-left-right",
    title: [
      "Fast cross-asset swaps",
      "Intercambios rápidos entre activos",
      "Échanges rapides entre actifs",
      "Trocas rápidas entre ativos",
      "مبادلات سريعة بين الأصول",
    ],
    body: [
      "The ledger closes every few seconds.",
      "El libro mayor se cierra cada pocos segundos.",
      "Le registre se clôture toutes les quelques secondes.",
      "O livro-razão fecha a cada poucos segundos.",
      "يُغلق دفتر الأستاذ كل بضع ثوانٍ.",
    ],
  },
  {
    ...card,
    key: "auth-exchange",
    icon: "chart-line",
    title: [
      "Decentralized exchange trading",
      "Operaciones en el mercado descentralizado",
      "Négociation sur une plateforme d’échange décentralisée",
      "Negociação descentralizada",
      "تداول على منصة لامركزية",
    ],
    body: [
      "The order book is part of the ledger itself.",
      "El libro de órdenes forma parte del propio libro mayor.",
      "Le carnet d’ordres fait partie du registre lui-même.",
      "O livro de ordens faz parte do próprio livro-razão.",
      "دفتر الأوامر جزء من دفتر الأستاذ نفسه.",
    ],
  },
];

/** How something is said on everybody's dashboard; an example, which is switched off. */
const DASHBOARD: readonly Written[] = [
  {
    key: "dashboard-announcement",
    blockType: "announcement",
    icon: "bell",
    isActive: false,
    title: [
      "Planned maintenance",
      "Mantenimiento previsto",
      "Maintenance prévue",
      "Manutenção prevista",
      "صيانة مجدولة",
    ],
    body: [
      "On Sunday between 02:00 and 03:00 UTC this service may be away for some minutes. What you confirmed is carried out all the same.",
      "El domingo, entre las 02:00 y las 03:00 UTC, este servicio puede no estar disponible durante unos minutos. Lo que hayas confirmado se lleva a cabo de todos modos.",
      "Dimanche, entre 02:00 et 03:00 UTC, ce service peut être indisponible quelques minutes. Ce que vous avez confirmé est exécuté malgré tout.",
      "No domingo, entre as 02:00 e as 03:00 UTC, este serviço pode estar indisponível durante alguns minutos. O que confirmou é executado na mesma.",
      "يوم الأحد بين 02:00 و03:00 بتوقيت UTC قد لا تكون هذه الخدمة متاحة لبضع دقائق. وما أكدته يُنفَّذ على أي حال.",
    ],
    link: {
      href: "/help",
      label: ["Help Center", "Centro de ayuda", "Centre d’aide", "Centro de ajuda", "مركز المساعدة"],
    },
  },
];

/** What an empty database is given as its blocks. */
export const DEFAULT_BLOCKS: readonly { readonly key: string; readonly content: BlockContent }[] = [
  ...LANDING.map(placed("landing")),
  ...DASHBOARD.map(placed("dashboard")),
  ...AUTH.map(placed("auth")),
];

function placed(place: BlockContent["place"]) {
  return (written: Written, displayOrder: number): { readonly key: string; readonly content: BlockContent } => {
    const { key, blockType, icon, isActive } = written;
    const shown = { from: null, until: null, icon, mediaId: null };
    const words = {
      en: wordsIn(written, 0),
      es: wordsIn(written, 1),
      fr: wordsIn(written, 2),
      pt: wordsIn(written, 3),
      ar: wordsIn(written, 4),
    };
    return { key, content: { kind: "block", blockType, place, displayOrder, isActive, ...shown, words } };
  };
}

function wordsIn({ title, body, link }: Written, at: 0 | 1 | 2 | 3 | 4): BlockWords {
  const named = link === undefined ? null : { href: link.href, label: link.label[at] };
  return { title: title[at], body: richText(body[at]), link: named, alt: "" };
}
