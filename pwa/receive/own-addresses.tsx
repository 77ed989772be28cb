import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { CopyButton } from "#pwa/ui/copy-button.tsx";

interface OwnAddressesProps {
  readonly address: string;
  readonly username: string;
  readonly userId: string;
}

/** By what a person can be paid. */
export function OwnAddresses({ address, username, userId }: OwnAddressesProps) {
  // Names are served on the domain that the app came from (SEP-2).
  const name = `${username}*${location.host}`;
  return (
    <div className="w-full rounded-md bg-surface-2 p-3">
      <p className="text-xs text-ink-3">
        <Trans>Your address</Trans>
      </p>
      <div className="flex items-start justify-between gap-2">
        <p className="font-mono text-sm break-all">{address}</p>
        <CopyButton text={address} label={t`Copy address`} />
      </div>
      <Line title={t`Your name, in any Stellar wallet`} copy={<CopyButton text={name} label={t`Copy name`} />}>
        {name}
      </Line>
      <Line
        title={t`Your user ID, for people on this service`}
        copy={<CopyButton text={userId} label={t`Copy user ID`} />}
      >
        {userId}
      </Line>
    </div>
  );
}

interface LineProps {
  readonly title: string;
  readonly copy: ReactNode;
  readonly children: string;
}

function Line({ title, copy, children }: LineProps) {
  return (
    <>
      <p className="mt-2 text-xs text-ink-3">{title}</p>
      <div className="flex items-center justify-between gap-2">
        <p data-private="" className="font-mono text-sm break-all">
          {children}
        </p>
        {copy}
      </div>
    </>
  );
}
