import { t } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { BlockView } from "#pwa/parts/content/block-view.tsx";
import { PictureAddress } from "#pwa/parts/content/content-picture.tsx";
import { SectionsView } from "#pwa/parts/content/section-view.tsx";
import { themeAtom } from "#pwa/parts/theme/theme.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { type Content, inLanguage, type MenuItem } from "#schemas/content/items.ts";
import { directionOf, type Language, LANGUAGE_NAMES } from "#schemas/values/languages.ts";
import { nameOf } from "./menu-words.ts";
import { useWriting } from "./writing.ts";

/** What is written as its readers see it, in either look and as wide as a phone. */
export function Preview({ content }: { readonly content: Content }) {
  const { language, pictures } = useWriting();
  const own = useAtomValue(themeAtom);
  const [theme, setTheme] = useState<"light" | "dark">(own === "light" ? "light" : "dark");
  const [width, setWidth] = useState<"phone" | "full">("full");
  const shown = languageShown(content, language);
  const name = LANGUAGE_NAMES[language];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Segments
          label={t`Look`}
          items={[
            { value: "dark", label: t({ message: "Dark", context: "theme" }) },
            { value: "light", label: t({ message: "Light", context: "theme" }) },
          ]}
          value={theme}
          onValueChange={setTheme}
        />
        <Segments
          label={t`Width`}
          items={[
            { value: "full", label: t`As wide as it gets` },
            { value: "phone", label: t`Phone` },
          ]}
          value={width}
          onValueChange={setWidth}
        />
      </div>
      {shown === language ? null : <Notice>{t`This is not written in ${name}: readers see English.`}</Notice>}
      <Frame theme={theme} language={shown} isPhone={width === "phone"}>
        <PictureAddress value={pictures.urlOf}>
          <Shown content={content} language={shown} />
        </PictureAddress>
      </Frame>
    </div>
  );
}

function languageShown(content: Content, language: Language): Language {
  return content.kind === "menu" ? language : inLanguage<unknown>(content.words, language).language;
}

interface FrameProps {
  readonly theme: "light" | "dark";
  readonly language: Language;
  readonly isPhone: boolean;
  readonly children: ReactNode;
}

/** A window of its own: what is written asks how wide its window is, and which look the whole of it has. */
function Frame({ theme, language, isPhone, children }: FrameProps) {
  const [inner, setInner] = useState<Document | null>(null);
  useEffect(() => {
    if (inner !== null) dress(inner, theme, language);
  }, [inner, theme, language]);
  const enter = useCallback((frame: HTMLIFrameElement | null) => {
    const entered = frame?.contentDocument ?? null;
    if (entered === null || entered.head.childElementCount > 0) return;
    copyStyles(entered);
    setInner(entered);
  }, []);
  return (
    <div className="flex justify-center rounded-lg border border-line bg-surface-2 p-2">
      <iframe
        title={t`Preview`}
        // What is drawn in it is drawn from here: nothing in it runs.
        sandbox="allow-same-origin"
        ref={enter}
        // Some browsers put another empty page in its place.
        onLoad={(event) => enter(event.currentTarget)}
        className={classNames("h-[70dvh] min-h-96 rounded-md bg-ground", isPhone ? "w-[390px] max-w-full" : "w-full")}
      />
      {inner === null ? null : createPortal(<Inside>{children}</Inside>, inner.body)}
    </div>
  );
}

function dress(inner: Document, theme: "light" | "dark", language: Language): void {
  const { documentElement: root } = inner;
  root.className = theme === "dark" ? "dark" : "";
  root.lang = language;
  root.dir = directionOf(language);
  inner.title = t`Preview`;
}

/** Of the app's own, as its page has them: the policy of pages lets no other in. */
function copyStyles(inner: Document): void {
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    inner.head.append(inner.importNode(sheet, true));
}

function Inside({ children }: { readonly children: ReactNode }) {
  return (
    // A link leads out of what is being written.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- catches what its links do
    <main
      onClickCapture={(event) => {
        // Of another window than ours: it is no Element of this one.
        const isLink = event.nativeEvent.composedPath().some((each) => "tagName" in each && each.tagName === "A");
        if (!isLink) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6"
    >
      {children}
    </main>
  );
}

function Shown({ content, language }: { readonly content: Content; readonly language: Language }) {
  if (content.kind === "menu") return <Items items={content.items} language={language} />;
  if (content.kind === "block") {
    const { title, body, link, alt } = inLanguage(content.words, language).value;
    const { blockType, icon, mediaId } = content;
    return <BlockView block={{ blockType, icon, mediaId, title, body, link, alt, language }} level={2} />;
  }
  const { title, description, sections } = inLanguage(content.words, language).value;
  return (
    <>
      <h1 className="text-3xl font-semibold break-words">{title}</h1>
      <p className="mt-4 mb-10 text-lg break-words text-ink-2">{description}</p>
      <SectionsView sections={sections} />
    </>
  );
}

function Items({ items, language }: { readonly items: readonly MenuItem[]; readonly language: Language }) {
  return (
    <ul className="flex flex-col gap-2 ps-4">
      {items
        .filter(({ isActive }) => isActive)
        .map((item) => (
          <li key={item.id} className="list-disc">
            {nameOf(item, language)}
            {item.items.length === 0 ? null : <Items items={item.items} language={language} />}
          </li>
        ))}
    </ul>
  );
}
