import type { BlockContent, Content, MenuContent, MenuItem, PageContent } from "#schemas/content/items.ts";
import { type RichText, richText } from "#schemas/content/rich-text.ts";
import { SAMPLE_PICTURE } from "./sample-pictures.ts";

const marked: RichText = {
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: [
        { type: "text", text: "A text can be " },
        { type: "text", text: "bold", marks: [{ type: "bold" }] },
        { type: "text", text: ", " },
        { type: "text", text: "italic", marks: [{ type: "italic" }] },
        { type: "text", text: " or a " },
        { type: "text", text: "link to another page", marks: [{ type: "link", attrs: { href: "/help" } }] },
        { type: "text", text: "." },
      ],
    },
    {
      type: "bulletList",
      content: [
        { type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text: "It may have lists," }] }] },
        { type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text: "of several points." }] }] },
      ],
    },
  ],
};

/** A page with each kind of section. It is written in English alone, so that the editor shows what that means for other readers. */
const PAGE: PageContent = {
  kind: "page",
  group: "help",
  order: 1,
  postedAt: null,
  words: {
    en: {
      title: "Sending your first payment",
      description: "What to check before a payment goes out, and where to see that it arrived.",
      sections: [
        { id: "intro", type: "text", body: marked },
        { id: "before", type: "heading", text: "Before you send", level: 2 },
        {
          id: "steps",
          type: "steps",
          items: [
            { id: "address", title: "Check the address", body: richText("Compare its first and last letters.") },
            { id: "memo", title: "Ask whether a memo is needed", body: richText("Exchanges usually want one.") },
            { id: "review", title: "Read the review", body: richText("It says everything that will be signed.") },
          ],
        },
        { id: "careful", type: "callout", tone: "warning", body: richText("A payment cannot be taken back.") },
        {
          id: "screen",
          type: "picture",
          mediaId: SAMPLE_PICTURE,
          alt: "The home screen with balances and the last payments",
          caption: "Where a payment begins.",
        },
        {
          id: "both",
          type: "columns",
          left: richText("Inside: payments between people of this service need only a name."),
          right: richText("Outside: every other account of the network has an address."),
        },
        {
          id: "costs",
          type: "table",
          caption: "What a payment takes",
          header: ["What", "How long"],
          rows: [
            ["To somebody here", "A few seconds"],
            ["To another wallet", "A few seconds"],
          ],
        },
        {
          id: "questions",
          type: "questions",
          items: [
            { id: "late", question: "Why has it not arrived?", answer: richText("Look at its state in the history.") },
            { id: "wrong", question: "I sent it to a wrong address", answer: richText("Ask whoever owns it.") },
          ],
        },
        { id: "uri", type: "code", language: "SEP-7", code: "web+stellar:pay?destination=G…&amount=12.5" },
        {
          id: "more",
          type: "cards",
          items: [
            { id: "safe", title: "Security", text: "How keys are kept.", icon: "shield", href: "/security" },
            { id: "learn", title: "Tutorials", text: "Step by step.", icon: "book-open", href: "/tutorials" },
          ],
        },
        {
          id: "ask",
          type: "call-to-action",
          title: "Still unsure?",
          text: "Somebody answers.",
          link: { label: "Write to us", href: "/contact" },
        },
      ],
    },
  },
};

const BLOCK: BlockContent = {
  kind: "block",
  blockType: "announcement",
  place: "dashboard",
  displayOrder: 0,
  isActive: true,
  from: null,
  until: null,
  icon: "bell",
  mediaId: null,
  words: {
    en: {
      title: "Maintenance on Sunday",
      body: richText("Payments wait for some minutes between 02:00 and 02:30."),
      link: { label: "What that means", href: "/help" },
      alt: "",
    },
    ar: {
      title: "صيانة يوم الأحد",
      body: richText("تنتظر المدفوعات بضع دقائق بين الساعة 02:00 و02:30."),
      link: { label: "ماذا يعني ذلك", href: "/help" },
      alt: "",
    },
  },
};

function item(id: string, label: string, url: string, items: readonly MenuItem[] = []): MenuItem {
  return {
    id,
    label: { en: label },
    url,
    icon: null,
    isActive: true,
    isExternal: !url.startsWith("/"),
    requiresAuth: false,
    items,
  };
}

const MENU: MenuContent = {
  kind: "menu",
  name: { en: "Footer", es: "Pie de página" },
  location: "footer",
  displayOrder: 0,
  isActive: true,
  items: [
    item("product", "Product", "/features", [
      item("security", "Security", "/security"),
      item("documentation", "Documentation", "/documentation"),
    ]),
    item("help", "Help", "/help", [item("faq", "Questions and answers", "/faq")]),
    item("network", "The Stellar network", "https://stellar.org"),
  ],
};

/** What the example begins with, by its kind. */
export const SAMPLES: Readonly<Record<Content["kind"], Content>> = { page: PAGE, block: BLOCK, menu: MENU };
