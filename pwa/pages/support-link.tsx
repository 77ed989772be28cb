import { t } from "@lingui/core/macro";
import { LifeBuoy } from "lucide-react";
import { useToldInterface } from "#pwa/parts/service/use-service.ts";

/** Where people are helped, if operators said it. */
export function SupportLink() {
  const address = useToldInterface().supportAddress;
  if (address === null) return null;
  const isSite = address.startsWith("https://");
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-2 rounded-md border border-line bg-surface px-4 py-3">
      <LifeBuoy aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <span>{t`Write to us at`}</span>
      <a
        href={isSite ? address : `mailto:${address}`}
        {...(isSite && { target: "_blank", rel: "noreferrer noopener" })}
        className="inline-flex min-h-11 min-w-0 items-center font-medium break-all text-accent underline"
      >
        <bdi dir="ltr">{address}</bdi>
      </a>
    </p>
  );
}
