import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowRight, CloudOff, FileCheck2, History, Radio, RefreshCw, ShieldCheck } from "lucide-react";
import { useEffect } from "react";
import { whenIdle } from "#pwa/platform/device/idle.ts";
import { withSentences } from "#pwa/platform/language/show-language.ts";
import { Button } from "#pwa/ui/button.tsx";
import { later } from "#pwa/ui/later.tsx";
import { useIsRunning } from "#pwa/ui/use-is-running.ts";
import { Announcements, Claims, Questions } from "./claims.tsx";
import { Instrument } from "./instrument.tsx";
import { landingWords } from "./landing-words.ts";
import { Product } from "./product.tsx";

/** Whoever reads what the wallet is waits for no price. */
const Pulse = later(async () => {
  await whenIdle();
  return (await withSentences("landing/pulse", () => import("./pulse.tsx"))).Pulse;
});

const STRENGTHS = [
  {
    icon: CloudOff,
    get title() {
      return t`Readable without a connection`;
    },
    get text() {
      return t`History, balances and contacts live on your device. Cut the network and they are still there, searchable.`;
    },
  },
  {
    icon: FileCheck2,
    get title() {
      return t`You see what will be signed`;
    },
    get text() {
      return t`Who, how much, which fee and what is left, in words, before a single confirmation.`;
    },
  },
  {
    icon: ShieldCheck,
    get title() {
      return t`Paid once, or not at all`;
    },
    get text() {
      return t`Each confirmation has its own key. A time-out is never taken for a failure, and nothing is sent twice.`;
    },
  },
  {
    icon: Radio,
    get title() {
      return t`Live on every device`;
    },
    get text() {
      return t`What the ledger confirms appears everywhere at once. A mark always says how fresh your data is.`;
    },
  },
  {
    icon: RefreshCw,
    get title() {
      return t`Edits that merge`;
    },
    get text() {
      return t`Change a contact on two devices while both are offline: both changes are kept, and of two names the one that gave way can be taken back.`;
    },
  },
  {
    icon: History,
    get title() {
      return t`A history you can take with you`;
    },
    get text() {
      return t`Every movement with its fee and its hash, to export as CSV, JSON or a statement.`;
    },
  },
] as const;

const STEPS = [
  {
    get title() {
      return t`Open an account`;
    },
    get text() {
      return t`A username, an email address and a password. A wallet on the network comes with it.`;
    },
  },
  {
    get title() {
      return t`Receive`;
    },
    get text() {
      return t`Show your address or its QR code. What arrives is yours a few seconds later.`;
    },
  },
  {
    get title() {
      return t`Send`;
    },
    get text() {
      return t`To an address, a contact or another user. Read the review, confirm, watch it settle.`;
    },
  },
] as const;

export function LandingScreen() {
  useEffect(() => {
    document.title = landingWords().title;
  }, []);
  return (
    <>
      <Announcements />
      <Hero />
      <PulseLine />
      <Claims />
      <Strengths />
      <Product />
      <Steps />
      <Questions />
      <Closing />
    </>
  );
}

function Hero() {
  return (
    <section className="relative overflow-hidden">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-14 sm:px-6 md:grid-cols-[1.15fr_1fr] md:py-20 lg:py-24">
        <div>
          <p className="text-sm font-medium text-accent">
            <Trans>A wallet and exchange for the Stellar network</Trans>
          </p>
          <h1 className="mt-4 text-3xl font-semibold sm:text-4xl">
            <Trans>Know where your money stands. Even offline.</Trans>
          </h1>
          <p className="mt-5 max-w-xl text-lg text-ink-2">
            <Trans>
              Astrolabe keeps your whole history on your device and settles payments on a public ledger in seconds.
              Calm, exact, and always honest about what it knows.
            </Trans>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button asChild size="lg">
              <Link to="/auth" search={{ tab: "register" }}>
                <Trans>Get Started</Trans>
                <ArrowRight aria-hidden="true" className="size-4.5" />
              </Link>
            </Button>
            <Button asChild size="lg" variant="secondary">
              <Link to="/stellar">
                <Trans>Learn About Stellar</Trans>
              </Link>
            </Button>
          </div>
        </div>
        <Instrument className="mx-auto w-full max-w-64 text-brass sm:max-w-80 md:max-w-md" />
      </div>
    </section>
  );
}

/** One line, whatever comes: nothing below it moves. Without a script it is empty. */
function PulseLine() {
  const isRunning = useIsRunning();
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-6">
      <div className="h-6 overflow-hidden">{isRunning ? <Pulse /> : null}</div>
    </div>
  );
}

function Strengths() {
  return (
    <section aria-labelledby="strengths" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
        <h2 id="strengths" className="max-w-xl text-2xl font-semibold">
          <Trans>Built for the moments when things go wrong</Trans>
        </h2>
        <ul className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
          {STRENGTHS.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <span
                aria-hidden="true"
                className="grid size-10 place-items-center rounded-md bg-accent-soft text-accent"
              >
                <Icon className="size-5" />
              </span>
              <h3 className="mt-4 text-base font-semibold">{title}</h3>
              <p className="mt-1.5 text-sm text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Steps() {
  return (
    <section aria-labelledby="steps" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
      <h2 id="steps" className="text-2xl font-semibold">
        <Trans>Three steps to the first payment</Trans>
      </h2>
      <ol className="mt-10 grid gap-8 md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="border-t border-line-strong pt-5">
            <span aria-hidden="true" className="numeric font-mono text-sm text-accent">
              0{index + 1}
            </span>
            <h3 className="mt-2 text-base font-semibold">{title}</h3>
            <p className="mt-1.5 text-sm text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Closing() {
  return (
    <section className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 md:pb-24">
      <div className="flex flex-wrap items-center justify-between gap-6 rounded-lg border border-line bg-surface p-6 sm:p-10">
        <div>
          <h2 className="text-2xl font-semibold">
            <Trans>Take a bearing</Trans>
          </h2>
          <p className="mt-2 max-w-lg text-ink-2">
            <Trans>Open an account and have a wallet on the network in under a minute.</Trans>
          </p>
        </div>
        <Button asChild size="lg">
          <Link to="/auth" search={{ tab: "register" }}>
            <Trans>Create your account</Trans>
          </Link>
        </Button>
      </div>
    </section>
  );
}
