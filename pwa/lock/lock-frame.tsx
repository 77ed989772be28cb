import type { ReactNode } from "react";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { Card } from "#pwa/ui/card.tsx";
import { LogoMark } from "#pwa/ui/logo.tsx";

interface Props {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** A page of its own, without anything of the app around it. */
export function LockFrame({ title, text, children }: Props) {
  // The title of the page that was left may tell what was on it.
  usePageTitle(title);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10 pt-safe pb-safe">
      <div className="w-full max-w-sm">
        <LogoMark className="mx-auto size-12 text-brass" />
        <Card className="mt-6">
          <h1 className="text-xl font-semibold">{title}</h1>
          {text === undefined ? null : <p className="mt-1 text-sm text-ink-2">{text}</p>}
          <div className="mt-5">{children}</div>
        </Card>
      </div>
    </main>
  );
}
