/** Six short sounds, made by the browser itself: nothing is loaded. Silent until the first touch, as browsers want it. */
import { settings } from '../settings.svelte'

export type Sound = 'slide' | 'tap' | 'meld' | 'penalty' | 'knock' | 'turn'

let context: AudioContext | undefined

/** Call it from a touch or a key: from then on sounds may be heard. */
export function unlock(): void {
  if (!settings.sound || context?.state === 'running') return
  // After the touch has been answered: making a context takes a while on a slow machine.
  setTimeout(() => {
    try {
      context ??= new AudioContext()
      if (context.state === 'suspended') void context.resume()
    } catch {
      // No sound here.
    }
  }, 60)
}

/** One note: from, to (Hz), when, how long (s), how loud. */
type Note = [type: OscillatorType, from: number, to: number, at: number, long: number, loud: number]

const NOTES: Record<Exclude<Sound, 'slide'>, Note[]> = {
  tap: [['sine', 520, 420, 0, 0.05, 0.1]],
  meld: [['triangle', 523, 523, 0, 0.09, 0.12], ['triangle', 659, 659, 0.07, 0.09, 0.12], ['triangle', 784, 784, 0.14, 0.14, 0.12]],
  penalty: [['sawtooth', 196, 147, 0, 0.22, 0.07]],
  knock: [['sine', 140, 60, 0, 0.12, 0.5], ['sine', 140, 60, 0.16, 0.16, 0.5]],
  turn: [['sine', 660, 660, 0, 0.12, 0.14], ['sine', 880, 880, 0.13, 0.22, 0.14]],
}

const BUZZ: Record<Sound, number | number[]> = { slide: 0, tap: 8, meld: 15, penalty: [30, 40, 30], knock: [20, 60, 30], turn: [15, 60, 15] }

export function play(sound: Sound): void {
  if (settings.haptics && BUZZ[sound]) {
    try {
      navigator.vibrate?.(BUZZ[sound])
    } catch {
      // Not here.
    }
  }
  if (!settings.sound || !context || context.state !== 'running' || document.hidden) return
  if (sound === 'slide') slide(context)
  else for (const note of NOTES[sound]) ring(context, note)
}

function ring(on: AudioContext, [type, from, to, at, long, loud]: Note): void {
  const start = on.currentTime + at
  const voice = on.createOscillator()
  const volume = on.createGain()
  voice.type = type
  voice.frequency.setValueAtTime(from, start)
  voice.frequency.exponentialRampToValueAtTime(to, start + long)
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(loud, start + 0.008)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long)
  voice.connect(volume).connect(on.destination)
  voice.start(start)
  voice.stop(start + long + 0.02)
}

/** A card over cloth: a breath of filtered noise. */
function slide(on: AudioContext): void {
  const long = 0.11
  const buffer = on.createBuffer(1, on.sampleRate * long, on.sampleRate)
  const data = buffer.getChannelData(0)
  for (let n = 0; n < data.length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length)
  const source = on.createBufferSource()
  const filter = on.createBiquadFilter()
  const volume = on.createGain()
  source.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.setValueAtTime(2600, on.currentTime)
  filter.frequency.exponentialRampToValueAtTime(900, on.currentTime + long)
  volume.gain.value = 0.16
  source.connect(filter).connect(volume).connect(on.destination)
  source.start()
}
