import type { MenuContent, MenuItem } from "#schemas/content/items.ts";
import { type FiveTexts, inLanguages } from "./in-languages.ts";

/** Pages of ours that menus lead to, and what they are called there. */
const PLACES = {
  about: ["About Us", "Quiénes somos", "À propos de nous", "Sobre nós", "من نحن"],
  stellar: ["Stellar Network", "Red Stellar", "Réseau Stellar", "Rede Stellar", "شبكة Stellar"],
  help: ["Help Center", "Centro de ayuda", "Centre d’aide", "Centro de ajuda", "مركز المساعدة"],
  documentation: ["Documentation", "Documentación", "Documentation", "Documentação", "الوثائق"],
  tutorials: ["Tutorials", "Tutoriales", "Tutoriels", "Tutoriais", "الدروس"],
  api: ["API reference", "Referencia de la API", "Référence de l’API", "Referência da API", "مرجع API"],
  faq: ["FAQ", "Preguntas frecuentes", "FAQ", "FAQ", "الأسئلة الشائعة"],
  features: ["Features", "Funciones", "Fonctionnalités", "Funcionalidades", "الميزات"],
  security: ["Security", "Seguridad", "Sécurité", "Segurança", "الأمان"],
  assets: ["Assets", "Activos", "Actifs", "Ativos", "الأصول"],
  "buy-xlm": ["Buy XLM", "Comprar XLM", "Acheter des XLM", "Comprar XLM", "شراء XLM"],
  blog: ["Blog", "Blog", "Blog", "Blog", "المدونة"],
  careers: ["Careers", "Empleo", "Carrières", "Carreiras", "الوظائف"],
  contact: ["Contact", "Contacto", "Contact", "Contacto", "التواصل"],
  privacy: ["Privacy", "Privacidad", "Confidentialité", "Privacidade", "الخصوصية"],
  terms: ["Terms", "Términos", "Conditions", "Termos", "الشروط"],
  cookies: ["Cookies", "Cookies", "Cookies", "Cookies", "ملفات تعريف الارتباط"],
  legal: ["Legal notice", "Aviso legal", "Mentions légales", "Aviso legal", "إشعار قانوني"],
} as const satisfies Record<string, FiveTexts>;
type PlaceName = keyof typeof PLACES;

interface Written extends Pick<MenuContent, "location"> {
  readonly key: string;
  readonly name: FiveTexts;
  readonly places: readonly PlaceName[];
}

/** The columns of the footer are a menu each, and so is what stands in the header and among a signed-in person's places. */
const MENUS: readonly Written[] = [
  {
    key: "header",
    location: "header",
    name: ["Main", "Principal", "Principal", "Principal", "الرئيسية"],
    places: ["about", "stellar", "help"],
  },
  {
    key: "footer-resources",
    location: "footer",
    name: ["Resources", "Recursos", "Ressources", "Recursos", "الموارد"],
    places: ["documentation", "tutorials", "api", "faq", "help"],
  },
  {
    key: "footer-platform",
    location: "footer",
    name: ["Platform", "Plataforma", "Plateforme", "Plataforma", "المنصة"],
    places: ["features", "security", "assets", "buy-xlm", "stellar"],
  },
  {
    key: "footer-company",
    location: "footer",
    name: ["Company", "Empresa", "Entreprise", "Empresa", "الشركة"],
    places: ["about", "blog", "careers", "contact"],
  },
  {
    key: "footer-legal",
    location: "footer",
    name: ["Legal", "Legal", "Informations légales", "Informação legal", "الشؤون القانونية"],
    places: ["privacy", "terms", "cookies", "legal"],
  },
  {
    key: "help",
    location: "help",
    name: ["Help", "Ayuda", "Aide", "Ajuda", "المساعدة"],
    places: ["help", "faq", "documentation", "tutorials", "contact"],
  },
];

function itemOf(place: PlaceName): MenuItem {
  const label = inLanguages(PLACES[place]);
  return {
    id: place,
    label,
    url: `/${place}`,
    icon: null,
    isActive: true,
    isExternal: false,
    requiresAuth: false,
    items: [],
  };
}

/** What an empty database is given as its menus. */
export const DEFAULT_MENUS: readonly { readonly key: string; readonly content: MenuContent }[] = MENUS.map(
  ({ key, location, name, places }, at) => ({
    key,
    content: {
      kind: "menu",
      name: inLanguages(name),
      location,
      displayOrder: at,
      isActive: true,
      items: places.map(itemOf),
    },
  }),
);
