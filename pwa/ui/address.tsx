import { t } from "@lingui/core/macro";
import { CopyButton } from "./copy-button.tsx";
import { shortenAddress } from "./format.ts";
import { Identicon } from "./identicon.tsx";

interface AddressProps {
  readonly address: string;
  /** A contact's name, shown above the address. */
  readonly name?: string | undefined;
  readonly withIdenticon?: boolean;
  readonly withCopy?: boolean;
  /** Shows the whole address, broken over lines. */
  readonly full?: boolean;
}

/** An address shortened in the middle; the whole of it in the title and for screen readers. */
export function Address(props: AddressProps) {
  const { address, name, withIdenticon = false, withCopy = true, full = false } = props;
  return (
    <span data-private="" className="inline-flex max-w-full min-w-0 items-center gap-2">
      {withIdenticon ? <Identicon address={address} /> : null}
      <span className="min-w-0">
        {name === undefined ? null : <bdi className="block truncate font-medium">{name}</bdi>}
        {full ? (
          <bdi dir="ltr" className="block font-mono text-sm break-all">
            {address}
          </bdi>
        ) : (
          <bdi dir="ltr" title={address} className="block font-mono text-sm break-words text-ink-2">
            <span aria-hidden="true">{shortenAddress(address)}</span>
            <span className="sr-only">{address}</span>
          </bdi>
        )}
      </span>
      {withCopy ? <CopyButton text={address} label={t`Copy address`} /> : null}
    </span>
  );
}
