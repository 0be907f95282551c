import { useState } from 'preact/hooks'
import type { CreatedKey, Key, Project } from '../../../../client/index.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SelectField } from '../../components/fields.tsx'
import { Problem } from '../../components/states.tsx'
import { people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

const OVERLAPS = [
  ['1', 'one hour'],
  ['24', 'one day'],
  ['168', 'one week'],
] as const

interface RotateProps {
  project: Project
  old: Key
  onClose: () => void
  onCreated: (key: CreatedKey) => void
}

export function RotateDialog({ project, old, onClose, onCreated }: RotateProps) {
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>('24')
  const rotate = useAction(async () => onCreated(await people.rotateKey(project.projectId, old.id, Number(overlap))))
  return (
    <Dialog title={`Rotate “${old.name}”`} onClose={onClose}>
      <p>A new key with the same name and scopes takes its place. Both work until the old one ends.</p>
      <SelectField label="The old key ends after" value={overlap} options={OVERLAPS} onChange={setOverlap} />
      <Problem error={rotate.problem} />
      <div class="actions">
        <button type="button" class="primary" disabled={rotate.isBusy} onClick={() => void rotate.run()}>
          {rotate.isBusy ? 'Rotating …' : 'Make the new key'}
        </button>
      </div>
    </Dialog>
  )
}
