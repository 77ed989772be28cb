import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";

/** The app as it is, on a desk and on a phone. */
export function Product() {
  return (
    <section aria-labelledby="product" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
      <h2 id="product" className="max-w-xl text-2xl font-semibold">
        <Trans>The same calm view on every screen</Trans>
      </h2>
      <div className="mt-10 grid items-end gap-6 sm:grid-cols-[3.4fr_1fr]">
        <Screen name="desktop" alt={t`The dashboard on a desktop`} width={1440} height={900} />
        <Screen name="phone" alt={t`The dashboard on a phone`} width={390} height={844} />
      </div>
    </section>
  );
}

interface ScreenProps {
  readonly name: "desktop" | "phone";
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

function Screen({ name, alt, width, height }: ScreenProps) {
  return (
    <div className={name === "phone" ? "mx-auto w-full max-w-56" : undefined}>
      <img
        src={`/screenshots/${name}.webp`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-lg border border-line"
      />
    </div>
  );
}
