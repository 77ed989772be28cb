/** One of our tokens as red, green and blue: what draws on a canvas knows no colours of our kind. */
export function colourOf(token: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext("2d");
  if (pen === null) return "rgb(128, 128, 128)";
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token);
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** A colour of {@link colourOf}, seen through. */
export function withAlpha(colour: string, alpha: number): string {
  return colour.replace("rgb(", "rgba(").replace(")", `, ${alpha})`);
}

/** A time as the chart library is told it, which knows UTC only: seconds since the epoch, moved to the clock on the wall. */
export function wallSeconds(atMs: number): number {
  return Math.round(atMs / 1000) - new Date(atMs).getTimezoneOffset() * 60;
}
