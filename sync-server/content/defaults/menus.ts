import type { InEachLanguage, MenuContent, MenuItem } from "#schemas/content/items.ts";
import type { ContentIcon } from "#schemas/content/sections.ts";

type Words = InEachLanguage<string>;
interface Leads {
  readonly to: string;
  readonly label: Words;
}

/** What the menus lead to. */
const LEADS = {
  about: {
    to: "/about",
    label: { en: "About Us", es: "Quiénes somos", fr: "À propos de nous", pt: "Sobre nós", ar: "من نحن" },
  },
  stellar: {
    to: "/stellar",
    label: { en: "Stellar Network", es: "Red Stellar", fr: "Réseau Stellar", pt: "Rede Stellar", ar: "شبكة Stellar" },
  },
  help: {
    to: "/help",
    label: {
      en: "Help Center",
      es: "Centro de ayuda",
      fr: "Centre d’aide",
      pt: "Centro de ajuda",
      ar: "مركز المساعدة",
    },
  },
  documentation: {
    to: "/documentation",
    label: { en: "Documentation", es: "Documentación", fr: "Documentation", pt: "Documentação", ar: "الوثائق" },
  },
  tutorials: {
    to: "/tutorials",
    label: { en: "Tutorials", es: "Tutoriales", fr: "Tutoriels", pt: "Tutoriais", ar: "الدروس" },
  },
  api: {
    to: "/api",
    label: {
      en: "API reference",
      es: "Referencia de la API",
      fr: "Référence de l’API",
      pt: "Referência da API",
      ar: "مرجع API",
    },
  },
  faq: { to: "/faq", label: { en: "FAQ", es: "Preguntas frecuentes", fr: "FAQ", pt: "FAQ", ar: "الأسئلة الشائعة" } },
  features: {
    to: "/features",
    label: { en: "Features", es: "Funciones", fr: "Fonctionnalités", pt: "Funcionalidades", ar: "الميزات" },
  },
  security: {
    to: "/security",
    label: { en: "Security", es: "Seguridad", fr: "Sécurité", pt: "Segurança", ar: "الأمان" },
  },
  assets: { to: "/assets", label: { en: "Assets", es: "Activos", fr: "Actifs", pt: "Ativos", ar: "الأصول" } },
  buy: {
    to: "/buy-xlm",
    label: { en: "Buy XLM", es: "Comprar XLM", fr: "Acheter des XLM", pt: "Comprar XLM", ar: "شراء XLM" },
  },
  blog: { to: "/blog", label: { en: "Blog", es: "Blog", fr: "Blog", pt: "Blog", ar: "المدونة" } },
  careers: { to: "/careers", label: { en: "Careers", es: "Empleo", fr: "Carrières", pt: "Carreiras", ar: "الوظائف" } },
  contact: { to: "/contact", label: { en: "Contact", es: "Contacto", fr: "Contact", pt: "Contacto", ar: "التواصل" } },
  privacy: {
    to: "/privacy",
    label: { en: "Privacy", es: "Privacidad", fr: "Confidentialité", pt: "Privacidade", ar: "الخصوصية" },
  },
  terms: { to: "/terms", label: { en: "Terms", es: "Términos", fr: "Conditions", pt: "Termos", ar: "الشروط" } },
  cookies: {
    to: "/cookies",
    label: { en: "Cookies", es: "Cookies", fr: "Cookies", pt: "Cookies", ar: "ملفات تعريف الارتباط" },
  },
  legal: {
    to: "/legal",
    label: { en: "Legal notice", es: "Aviso legal", fr: "Mentions légales", pt: "Aviso legal", ar: "إشعار قانوني" },
  },
} satisfies Readonly<Record<string, Leads>>;

type Lead = keyof typeof LEADS;
interface Menu {
  readonly location: MenuContent["location"];
  readonly name: Words;
  readonly leads: readonly (Lead | readonly [Lead, ContentIcon])[];
}

/** The menus that Astrolabe comes with: the header's, one for each column of the footer, and the help of who is signed in. */
const MENUS: Readonly<Record<string, Menu>> = {
  header: {
    location: "header",
    name: { en: "Main", es: "Principal", fr: "Principal", pt: "Principal", ar: "الرئيسية" },
    leads: ["about", "stellar", "help"],
  },
  "footer-resources": {
    location: "footer",
    name: { en: "Resources", es: "Recursos", fr: "Ressources", pt: "Recursos", ar: "الموارد" },
    leads: ["documentation", "tutorials", "api", "faq", "help"],
  },
  "footer-platform": {
    location: "footer",
    name: { en: "Platform", es: "Plataforma", fr: "Plateforme", pt: "Plataforma", ar: "المنصة" },
    leads: ["features", "security", "assets", "buy", "stellar"],
  },
  "footer-company": {
    location: "footer",
    name: { en: "Company", es: "Empresa", fr: "Entreprise", pt: "Empresa", ar: "الشركة" },
    leads: ["about", "blog", "careers", "contact"],
  },
  "footer-legal": {
    location: "footer",
    name: { en: "Legal", es: "Legal", fr: "Informations légales", pt: "Informação legal", ar: "الشؤون القانونية" },
    leads: ["privacy", "terms", "cookies", "legal"],
  },
  help: {
    location: "help",
    name: { en: "Help", es: "Ayuda", fr: "Aide", pt: "Ajuda", ar: "المساعدة" },
    leads: [
      ["help", "life-buoy"],
      "faq",
      ["documentation", "book-open"],
      ["tutorials", "smartphone"],
      ["contact", "users"],
    ],
  },
};

export const DEFAULT_MENUS = Object.entries(MENUS).map(([key, menu], displayOrder) => ({
  key,
  content: contentOf(menu, displayOrder),
}));

function contentOf({ location, name, leads }: Menu, displayOrder: number): MenuContent {
  const items = leads.map((lead) => (typeof lead === "string" ? itemOf(lead, null) : itemOf(...lead)));
  return { kind: "menu", name, location, displayOrder, isActive: true, items };
}

function itemOf(lead: Lead, icon: ContentIcon | null): MenuItem {
  const { to, label } = LEADS[lead];
  return { id: lead, label, url: to, icon, isActive: true, isExternal: false, requiresAuth: false, items: [] };
}
