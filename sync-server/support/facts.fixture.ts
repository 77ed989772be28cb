/** What a device says of itself with a picture for support. */
export const DEVICE_FACTS = {
  screen: "Dashboard",
  device: "Chrome on Linux",
  browser: "Mozilla/5.0",
  viewport: "390 x 844",
  appVersion: "abc",
  workerVersion: "abc",
  syncState: "live",
  lastSync: "just now",
  waiting: "0",
  storage: "1 MB",
  language: "en",
  takenAt: "2026-01-01T00:00:00.000Z",
  isRedacted: true,
};
