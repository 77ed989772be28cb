const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** An instant in a sentence of the server, which knows nobody's time zone: "Nov 23, 2026, 11:49 AM UTC", as screens write their own. */
export function utcText(instant: Date): string {
  const hour = instant.getUTCHours();
  const minute = String(instant.getUTCMinutes()).padStart(2, "0");
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
  return `${MONTHS[instant.getUTCMonth()]} ${instant.getUTCDate()}, ${instant.getUTCFullYear()}, ${time} UTC`;
}
