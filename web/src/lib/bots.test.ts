import { expect, it } from 'vitest'
import { forKids, isForKids, lastPlan, plainPlan } from './bots'

it('knows a table for children by all of its choices', () => {
  for (const kind of ['bots', 'friends'] as const) {
    const plain = plainPlan(kind)
    const easy = forKids({ ...plain, setup: { ...plain.setup, players: 3, public: kind === 'friends' } })
    expect([isForKids(plain), isForKids(easy)]).toEqual([false, true])
    expect(easy.setup).toMatchObject({ rules: { preset: 'classic', target: 100 }, clock: 'off', aids: 'suggest', warnings: true, players: 3 })
    expect(easy.setup).toMatchObject({ practice: kind === 'bots', public: kind === 'friends' })
    expect(easy.bots).toEqual(kind === 'bots' ? ['level1', 'level1', 'level1'] : [null, null, null])
    expect(isForKids({ ...easy, setup: { ...easy.setup, warnings: false } })).toBe(false)
    expect(isForKids({ ...easy, bots: ['level4', null, null] })).toBe(false)
    expect(isForKids({ ...easy, bots: [easy.bots[0]!, easy.bots[1]!, 'level4'] })).toBe(true)
    expect(isForKids({ ...easy, setup: { ...easy.setup, rules: { preset: 'strict', target: 100 } } })).toBe(false)
    expect(lastPlan(kind)).toEqual(plain)
  }
})
