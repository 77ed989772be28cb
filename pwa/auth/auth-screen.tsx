import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowLeftRight, ChartCandlestick, Coins, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { BlocksAt } from "#pwa/parts/content/later-blocks.tsx";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useSite } from "#pwa/parts/content/site-store.ts";
import { TestNetworkBand } from "#pwa/parts/service/test-network.tsx";
import { signedOutNote, signedOutWords } from "#pwa/parts/session/signed-out-note.ts";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { Card } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Tabs } from "#pwa/ui/tabs.tsx";
import type { BlockOutput } from "#schemas/content/read.ts";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** For whoever looks into a problem: nobody waits for it. */
const SessionDebug = later(async () => (await import("#pwa/session-debug/door.ts")).SessionDebug);
const ResetModal = later(async () => (await import("./reset-modal.tsx")).ResetModal);

/** What operators put beside the form; it says the same as what stands there without it, until they write something else. */
const WrittenPanel = later(async () => (await import("./written-panel.tsx")).WrittenPanel, OwnPanel);
/** What of operators' texts stands with the form; all else is beside it. */
const SAID: readonly BlockOutput["blockType"][] = ["announcement", "question"];

export type AuthTab = "sign-in" | "register";

const STRENGTHS = [
  {
    icon: ShieldCheck,
    get title() {
      return t`Secure asset management`;
    },
    get text() {
      return t`Keys stay encrypted on the server and never reach a page.`;
    },
  },
  {
    icon: Coins,
    get title() {
      return t`Low transaction fees`;
    },
    get text() {
      return t`The network's fee is shown before you confirm.`;
    },
  },
  {
    icon: ArrowLeftRight,
    get title() {
      return t`Fast cross-asset swaps`;
    },
    get text() {
      return t`The ledger closes every few seconds.`;
    },
  },
  {
    icon: ChartCandlestick,
    get title() {
      return t`Decentralized exchange trading`;
    },
    get text() {
      return t`The order book is part of the ledger itself.`;
    },
  },
] as const;

/** Why nobody is signed in any more. After a session expired, what it left on this device is not thrown away, and not shown to anybody else. */
function FormerSession() {
  const { hasFormerData } = useSession();
  const [signedOut] = useState(() => signedOutNote.read());
  if (signedOut !== null)
    return (
      <div className="mb-4">
        <Notice title={t`You were signed out`}>{signedOutWords(signedOut)}</Notice>
      </div>
    );
  if (!hasFormerData) return null;
  return (
    <div className="mb-4">
      <Notice title={t`Your session has expired`}>
        <Trans>
          What was on this device is still here, and so is what was not sent yet. Sign in to the same account to go on;
          signing in to another one removes it.
        </Trans>
      </Notice>
    </div>
  );
}

interface AuthScreenProps {
  readonly initialTab: AuthTab;
  /** Whether they come from a payment link, and go on with it. */
  readonly isAskedToPay: boolean;
}

export function AuthScreen({ initialTab, isAskedToPay }: AuthScreenProps) {
  const [tab, setTab] = useState<AuthTab>(initialTab);
  // Null before anybody asked for it: what a closed sheet needs would be waited for, and a lost connection would take the page away.
  const [isResetting, setResetting] = useState<boolean | null>(null);
  const site = useSite();
  usePageTitle(tab === "sign-in" ? t`Sign in` : t`Get started`);
  return (
    <>
      <div className="mx-auto grid w-full max-w-6xl items-center gap-12 px-4 py-8 sm:px-6 lg:grid-cols-2 lg:gap-20 lg:py-16">
        <div className="mx-auto w-full max-w-md [&_button]:scroll-mb-20 [&_input]:scroll-mb-20">
          <h1 className="text-2xl font-semibold">{tab === "sign-in" ? t`Welcome back` : t`Create your account`}</h1>
          <p className="mt-1 mb-6 text-sm text-ink-2">
            {tab === "sign-in" ? t`Sign in to your wallet.` : t`A wallet on the Stellar network comes with it.`}
          </p>
          <FormerSession />
          <BlocksAt place="auth" isTop only={SAID} className="mb-4 flex flex-col gap-4 empty:hidden" />
          {isAskedToPay ? (
            <div className="mb-4">
              <Notice>
                <Trans>
                  You go on with the payment that you were asked for. Nothing is sent before you confirm it.
                </Trans>
              </Notice>
            </div>
          ) : null}
          <Card>
            <Tabs
              label={t`Sign in or register`}
              value={tab}
              onValueChange={setTab}
              items={[
                { value: "sign-in", label: t`Sign In`, content: <SignInForm onForgot={() => setResetting(true)} /> },
                { value: "register", label: t`Get Started`, content: <RegisterForm /> },
              ]}
            />
          </Card>
          <TestNetworkBand className="mt-4 rounded-md" />
          <BlocksAt place="auth" isTop={false} only={SAID} className="mt-4 flex flex-col gap-4 empty:hidden" />
        </div>
        <aside aria-labelledby="strengths" className="hidden lg:block">
          {site === null ? <OwnPanel /> : <WrittenPanel site={site} own={<OwnPanel />} />}
        </aside>
      </div>
      <SessionDebug />
      {isResetting === null ? null : <ResetModal open={isResetting} onClose={() => setResetting(false)} />}
    </>
  );
}

/** What stands there as long as nobody knows what operators wrote: what an empty database is given says the same. */
function OwnPanel() {
  return (
    <>
      <h2 id="strengths" className="max-w-md text-3xl font-semibold">
        <Trans>Unlock the Power of Stellar</Trans>
      </h2>
      <ul className="mt-8 space-y-6">
        {STRENGTHS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent"
            >
              <Icon className="size-5" />
            </span>
            <span>
              <span className="block font-medium">{title}</span>
              <span className="block text-sm text-ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
