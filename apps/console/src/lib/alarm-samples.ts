// What an SOS sounds like: two tones, low and high, four times and a pause, over and over.

const rate = 22_050;
const toneSeconds = 0.18;
const periodSeconds = 1.8;
const tonesHz = [660, 880, 660, 880] as const;
/** Of the loudest that there is. */
const level = 0.5;
/** A tone that begins or ends at once clicks. */
const edgeSeconds = 0.012;

function makeSamples(): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(periodSeconds * rate));
  const toneLength = Math.round(toneSeconds * rate);
  for (const [index, hz] of tonesHz.entries()) {
    for (let at = 0; at < toneLength; at += 1) {
      const seconds = at / rate;
      const edge = Math.min(1, seconds / edgeSeconds, (toneSeconds - seconds) / edgeSeconds);
      const phase = 2 * Math.PI * hz * seconds;
      // The third above it carries through a room where a pure tone gets lost.
      samples[index * toneLength + at] = level * edge * (0.8 * Math.sin(phase) + 0.2 * Math.sin(3 * phase));
    }
  }
  return samples;
}

let made: Float32Array<ArrayBuffer> | null = null;

/** The loudspeaker plays them end to end. */
export function alarmBuffer(output: AudioContext): AudioBuffer {
  made ??= makeSamples();
  const buffer = output.createBuffer(1, made.length, rate);
  buffer.copyToChannel(made, 0);
  return buffer;
}
