import { describe, expect, it } from 'vitest'
import { createToolNameMap } from '#server/providers/kit/tool-names'

const rule = { allowed: /[a-zA-Z0-9_-]/, first: /[a-zA-Z_]/, maxLength: 64 }

describe('createToolNameMap', () => {
  it('leaves a name alone that fits', () => {
    expect(createToolNameMap(['read_file'], rule).toWire('read_file')).toBe('read_file')
  })

  it('replaces characters outside the alphabet and finds the way back', () => {
    const names = createToolNameMap(['files.read'], rule)
    expect(names.toWire('files.read')).toBe('files_read')
    expect(names.fromWire('files_read')).toBe('files.read')
  })

  it('keeps names apart that become equal, in whatever order they come', () => {
    const forward = createToolNameMap(['a.b', 'a/b', 'a_b'], rule)
    const backward = createToolNameMap(['a_b', 'a/b', 'a.b'], rule)
    const wire = ['a.b', 'a/b', 'a_b'].map(name => forward.toWire(name))
    expect(new Set(wire).size).toBe(3)
    expect(wire[2]).toBe('a_b')
    expect(['a.b', 'a/b', 'a_b'].map(name => backward.toWire(name))).toEqual(wire)
    expect(wire.map(name => forward.fromWire(name))).toEqual(['a.b', 'a/b', 'a_b'])
  })

  it('shortens a long name to a readable head and a hash', () => {
    const long = 'x'.repeat(60) + '_one_thing_too_many'
    const names = createToolNameMap([long, `${long}!`], rule)
    expect(names.toWire(long)).toMatch(/^x{55}_[0-9a-f]{8}$/)
    expect(names.toWire(`${long}!`)).not.toBe(names.toWire(long))
    expect(names.fromWire(names.toWire(long))).toBe(long)
  })

  it('gives a name a first character that is allowed', () => {
    expect(createToolNameMap(['1st'], rule).toWire('1st')).toBe('_1st')
  })

  it('returns a name that was never offered as it came', () => {
    expect(createToolNameMap(['a.b'], rule).fromWire('a.b')).toBe('a.b')
  })

  it('maps a name outside the set by the same rule, without taking an offered one', () => {
    const names = createToolNameMap(['a_b'], rule)
    expect(names.toWire('old.tool')).toBe('old_tool')
    expect(names.toWire('a.b')).toMatch(/^a_b_[0-9a-f]{8}$/)
  })
})
