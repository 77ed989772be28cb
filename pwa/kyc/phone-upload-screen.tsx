import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck, Link2Off } from "lucide-react";
import { useEffect, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { later } from "#pwa/ui/later.tsx";
import { LogoMark } from "#pwa/ui/logo.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { Spinner } from "#pwa/ui/spinner.tsx";
import { finishLink, keepLink, keptLink, leftOf, openLink, type PhoneLink, tokenIn } from "./phone-link.ts";
import { isPassing } from "./send-form.ts";
import { untilOnline } from "./use-sending.ts";

const PhonePicture = later(
  async () => (await import("./phone-picture.tsx")).PhonePicture,
  () => <Spinner label={t`Just a moment`} />,
);

type PhoneState =
  | { readonly kind: "opening" }
  | { readonly kind: "finishing" }
  | { readonly kind: "done" }
  | { readonly kind: "open"; readonly link: PhoneLink }
  /** Nothing came of opening it; `why` is null for an address without its secret, and the same link may do yet where that passes. */
  | { readonly kind: "over"; readonly why: string | null; readonly mayPass: boolean };

/** What a phone that was given the form sees: the pictures that are asked of it, and nothing of whose they are. */
export function PhoneUploadScreen() {
  usePageTitle(t`Pictures for an identity check`);
  useEffect(hideFromSearch, []);
  const [state, setState] = useState<PhoneState>({ kind: "opening" });
  useEffect(() => {
    void begin().then(setState);
  }, []);

  async function onSent(link: PhoneLink) {
    keepLink(link);
    if (leftOf(link).length > 0) return setState({ kind: "open", link });
    setState({ kind: "finishing" });
    await finish(link);
    keepLink(null);
    setState({ kind: "done" });
  }

  return (
    <main id="content" className="mx-auto min-h-dvh w-full max-w-md px-4 py-6">
      <LogoMark className="size-9 text-brass" />
      <h1 className="mt-4 mb-4 text-2xl font-semibold">
        <Trans>Pictures for an identity check</Trans>
      </h1>
      <Card>
        {state.kind === "opening" ? (
          <Spinner label={t`Opening the link`} />
        ) : state.kind === "finishing" ? (
          <Spinner label={t`Just a moment`} />
        ) : state.kind === "done" ? (
          <div role="status">
            <EmptyState icon={<CircleCheck />} title={t`All pictures have arrived`}>
              <Trans>Go on where you began. You can close this page.</Trans>
            </EmptyState>
          </div>
        ) : state.kind === "over" ? (
          <Over why={state.why} mayPass={state.mayPass} />
        ) : (
          <PhonePicture
            key={state.link.sent.join(" ")}
            link={state.link}
            onSent={(link) => void onSent(link)}
            onOver={(why) => {
              keepLink(null);
              setState({ kind: "over", why, mayPass: false });
            }}
          />
        )}
      </Card>
      <p className="mt-4 text-sm text-ink-3">
        <Trans>
          Only send pictures from here if you yourself scanned the code. What is sent goes into that form alone.
        </Trans>
      </p>
    </main>
  );
}

function Over({ why, mayPass }: { readonly why: string | null; readonly mayPass: boolean }) {
  return (
    <EmptyState
      icon={<Link2Off />}
      title={why === null ? t`This link is incomplete` : t`This link cannot be used`}
      action={
        mayPass ? (
          <Button variant="secondary" onClick={() => location.reload()}>
            <Trans>Try again</Trans>
          </Button>
        ) : undefined
      }
    >
      {why ?? t`Scan the code again where you began, or ask for a new one there.`}
    </EmptyState>
  );
}

/** Opens what the address names, or goes on with what this tab opened before. */
async function begin(): Promise<PhoneState> {
  const token = tokenIn(location.hash);
  if (token === null) {
    const link = keptLink();
    return link === null ? { kind: "over", why: null, mayPass: false } : { kind: "open", link };
  }
  try {
    const link = await opening(token);
    // The secret is used up: it stays in no history.
    history.replaceState(history.state, "", location.pathname);
    return { kind: "open", link };
  } catch (error) {
    return { kind: "over", why: failureOf(error, []).notice, mayPass: isPassing(error) };
  }
}

/** It can be opened once: whoever asks twice in one page is given the same. */
let underWay: { readonly token: string; readonly link: Promise<PhoneLink> } | null = null;
function opening(token: string): Promise<PhoneLink> {
  if (underWay?.token !== token) underWay = { token, link: openLink(token) };
  return underWay.link;
}

/** Tells the other device that nothing more comes. All has arrived by then: where this fails, the link ends by its time. */
async function finish(link: PhoneLink): Promise<void> {
  const stop = new AbortController();
  for (let attempts = 0; attempts < 3; attempts += 1) {
    try {
      return await finishLink(link);
    } catch (error) {
      if (error instanceof HttpError && !isPassing(error)) return;
      await untilOnline(stop.signal);
    }
  }
}

function hideFromSearch(): () => void {
  const robots = document.createElement("meta");
  robots.name = "robots";
  robots.content = "noindex";
  document.head.append(robots);
  return () => robots.remove();
}
