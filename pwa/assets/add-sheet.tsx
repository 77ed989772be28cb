import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError, sentenceOf } from "#pwa/platform/api/http-error.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Tabs } from "#pwa/ui/tabs.tsx";
import { ASSETS_ENDPOINTS } from "#schemas/endpoints/assets.ts";
import type { AssetFacts, AssetLookupQuery } from "#schemas/trustlines.ts";
import { FoundAssets, ListedAssets } from "./found-assets.tsx";

interface AddSheetProps {
  /** Keys of the assets that are held. */
  readonly held: ReadonlySet<string>;
  readonly onChoose: (facts: AssetFacts) => void;
  readonly onClose: () => void;
}

type Way = "listed" | "address" | "domain";

/** Finds the asset to add: among those listed here, by its code and issuer, or by its maker's site. */
export function AddSheet({ held, onChoose, onClose }: AddSheetProps) {
  const [way, setWay] = useState<Way>("listed");
  const isOnline = useOnline();
  return (
    <Sheet
      onClose={onClose}
      title={t`Add an asset`}
      description={t`Your account receives an asset only once you have added it.`}
    >
      {isOnline ? null : (
        <div className="pb-4">
          <Notice tone="warn">
            <Trans>You are offline. Finding an asset needs a connection.</Trans>
          </Notice>
        </div>
      )}
      <Tabs
        label={t`How to find the asset`}
        value={way}
        onValueChange={setWay}
        items={[
          {
            value: "listed",
            label: t({ message: "Listed", context: "assets" }),
            content: <ListedAssets held={held} onChoose={onChoose} />,
          },
          {
            value: "address",
            label: t({ message: "Code", context: "of an asset" }),
            content: <ByCode held={held} isOnline={isOnline} onChoose={onChoose} />,
          },
          {
            value: "domain",
            label: t`Site`,
            content: <ByDomain held={held} isOnline={isOnline} onChoose={onChoose} />,
          },
        ]}
      />
    </Sheet>
  );
}

interface WayProps {
  readonly held: ReadonlySet<string>;
  readonly isOnline: boolean;
  readonly onChoose: (facts: AssetFacts) => void;
}

function ByCode({ held, isOnline, onChoose }: WayProps) {
  const [code, setCode] = useState("");
  const [issuer, setIssuer] = useState("");
  const [isTried, setTried] = useState(false);
  const { look, lookUp } = useLookUps();
  const wrongCode = /^[a-zA-Z0-9]{1,12}$/.test(code.trim()) ? undefined : t`A code has 1 to 12 letters and digits.`;
  const isAddress = isStellarAddress(issuer.trim()) && issuer.trim().startsWith("G");
  const wrongIssuer = isAddress ? undefined : t`Enter the issuer's address. It starts with G.`;
  return (
    <Form
      isOnline={isOnline}
      isBusy={look.isPending}
      onSubmit={() => {
        setTried(true);
        if (wrongCode === undefined && wrongIssuer === undefined) lookUp({ code: code.trim(), issuer: issuer.trim() });
      }}
      found={look.assets}
      problem={look.problem}
      held={held}
      onChoose={onChoose}
    >
      <TextField
        label={t`Asset code`}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="USDC"
        value={code}
        error={isTried ? wrongCode : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <TextField
        label={t`Issuer`}
        name="issuer"
        autoComplete="off"
        spellCheck={false}
        placeholder="G..."
        inputClassName="font-mono"
        value={issuer}
        error={isTried ? wrongIssuer : undefined}
        onChange={(event) => setIssuer(event.target.value)}
      />
    </Form>
  );
}

function ByDomain({ held, isOnline, onChoose }: WayProps) {
  const [domain, setDomain] = useState("");
  const [isTried, setTried] = useState(false);
  const { look, lookUp } = useLookUps();
  return (
    <Form
      isOnline={isOnline}
      isBusy={look.isPending}
      onSubmit={() => {
        setTried(true);
        if (domain.trim() !== "") lookUp({ domain: domain.trim() });
      }}
      found={look.assets}
      problem={look.problem}
      held={held}
      onChoose={onChoose}
    >
      <TextField
        label={t`Site of the issuer`}
        name="domain"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        placeholder="example.org"
        hint={t`Only assets are shown whose issuer names this site, and that the site names as its own.`}
        value={domain}
        error={isTried && domain.trim() === "" ? t`Enter a site such as example.org.` : undefined}
        onChange={(event) => setDomain(event.target.value)}
      />
    </Form>
  );
}

interface FormProps {
  readonly isOnline: boolean;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly found: readonly AssetFacts[] | null;
  readonly problem: string | null;
  readonly held: ReadonlySet<string>;
  readonly onChoose: (facts: AssetFacts) => void;
  readonly children: ReactNode;
}

function Form({ isOnline, isBusy, onSubmit, found, problem, held, onChoose, children }: FormProps) {
  const id = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <div className="flex flex-col gap-4">
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <Button type="submit" loading={isBusy} disabled={!isOnline} className="self-start">
          <Trans>Look up</Trans>
        </Button>
      </form>
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      {found === null ? null : <FoundAssets assets={found} held={held} onChoose={onChoose} />}
    </div>
  );
}

/** One look-up at a time; asking again for the same asks anew. */
function useLookUps() {
  const [asked, setAsked] = useState<{ readonly query: AssetLookupQuery; readonly turn: number } | null>(null);
  const { data, error, isFetching } = useQuery({
    queryKey: ["asset look-up", asked],
    queryFn: ({ signal }) => call(ASSETS_ENDPOINTS.lookUpAsset, { query: asked?.query ?? {}, signal }),
    enabled: asked !== null,
    gcTime: 0,
  });
  const problem = error instanceof HttpError ? (error.issues["domain"] ?? error.sentence) : null;
  return {
    look: {
      isPending: isFetching,
      assets: isFetching ? null : (data?.assets ?? null),
      problem:
        error === null || isFetching
          ? null
          : (problem ?? sentenceOf(error, t`The server did not answer. Please check your connection and try again.`)),
    },
    lookUp: (query: AssetLookupQuery) => setAsked((former) => ({ query, turn: (former?.turn ?? 0) + 1 })),
  };
}
