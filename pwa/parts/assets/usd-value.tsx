import { usdWords } from "./usd-words.ts";

interface UsdValueProps {
  readonly balance: string;
  /** Of one, in USD; null where no market tells. */
  readonly price: string | null;
}

/** What a balance is worth in dollars, with a quiet note where that is not all there is to say. */
export function UsdValue({ balance, price }: UsdValueProps) {
  const { value, note } = usdWords(balance, price);
  return (
    <span>
      <span className="numeric">{value}</span>
      {note === null ? null : <span className="block text-xs text-ink-3">{note}</span>}
    </span>
  );
}
