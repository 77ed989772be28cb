const TICKS = Array.from({ length: 72 }, (_, index) => index * 5);
const STARS = [
  { angle: 24, radius: 96, size: 2.6 },
  { angle: 78, radius: 118, size: 2 },
  { angle: 131, radius: 88, size: 2.2 },
  { angle: 196, radius: 112, size: 3 },
  { angle: 248, radius: 70, size: 1.8 },
  { angle: 305, radius: 106, size: 2.2 },
] as const;

/** The instrument the app is named after, drawn in the accent. Decoration only. */
export function Instrument({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 400 420" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor">
        <path d="M200 34c-16 0-26-9-26-18M200 34c16 0 26-9 26-18" strokeWidth="1.5" opacity="0.7" />
        <circle cx="200" cy="16" r="9" strokeWidth="2" />
        <circle cx="200" cy="220" r="184" strokeWidth="2" />
        <circle cx="200" cy="220" r="160" strokeWidth="1" opacity="0.7" />
        <g strokeWidth="1" opacity="0.75">
          {TICKS.map((angle) => (
            <path
              key={angle}
              d={angle % 15 === 0 ? "M200 36v18" : "M200 36v10"}
              transform={`rotate(${angle} 200 220)`}
            />
          ))}
        </g>
        <g strokeWidth="0.8" opacity="0.35">
          {[40, 72, 104, 136].map((radius) => (
            <circle key={radius} cx="200" cy={220 + (136 - radius) / 2.6} r={radius} />
          ))}
          <path d="M40 220h320M200 60v320" />
          <path d="M52 268c64-92 232-92 296 0M72 314c56-52 200-52 256 0" />
        </g>
        <circle cx="200" cy="244" r="104" strokeWidth="2" opacity="0.9" />
        <circle cx="200" cy="244" r="92" strokeWidth="0.8" opacity="0.6" />
        <g transform="rotate(38 200 220)">
          <path d="M192 46h16l-4 174 4 174h-16l4-174z" strokeWidth="1.5" fill="var(--ground)" />
          <path d="M200 46v348" strokeWidth="0.8" opacity="0.6" />
        </g>
        <circle cx="200" cy="220" r="11" strokeWidth="2" fill="var(--ground)" />
      </g>
      <circle cx="200" cy="220" r="3.5" fill="currentColor" />
      {STARS.map(({ angle, radius, size }) => (
        <circle
          key={angle}
          cx="200"
          cy={220 - radius}
          r={size}
          fill="currentColor"
          transform={`rotate(${angle} 200 220)`}
        />
      ))}
    </svg>
  );
}
