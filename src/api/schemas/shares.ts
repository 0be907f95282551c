import { Type } from 'typebox'
import { NO_NUL } from '../../lib/well-formed.ts'
import { DateTime, ProjectParams } from './parts.ts'

const SharePassword = Type.String({ minLength: 1, maxLength: 1024, description: 'At least 12 characters.' })

export const ShareParams = Type.Object({
  ...ProjectParams.properties,
  shareId: Type.String({ description: 'The ID of the share link.' }),
})

export const NewShareBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: NO_NUL, description: 'Who it is for.' }),
    password: Type.Optional(SharePassword),
  },
  { description: 'A share link.' },
)

const Share = {
  id: Type.String(),
  name: Type.String(),
  hasPassword: Type.Boolean(),
  createdBy: Type.String(),
  createdAt: DateTime('When it was created.'),
}

export const ShareList = Type.Object({ shares: Type.Array(Type.Object(Share)) })
export const CreatedShare = Type.Object({
  ...Share,
  link: Type.String({ format: 'uri', description: 'Shown this once: Docwright keeps only a hash.' }),
})

export const OpenShareBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'The part of the share link after the `#`.' }),
  password: Type.Optional(Type.String({ maxLength: 1024 })),
})

export const OpenedShare = Type.Object({
  project: Type.Object({
    projectId: Type.String(),
    name: Type.String(),
    timeZone: Type.String({ description: 'The time zone by whose days views are counted.' }),
  }),
  pass: Type.String({
    description: 'Send it as `Authorization: Bearer …`. It reads the numbers of this project and nothing else.',
  }),
  expiresAt: DateTime('When the pass ends. Open the link again for another.'),
})
