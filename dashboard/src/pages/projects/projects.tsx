import { Link } from '../../components/link.tsx'
import { Page } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { paths } from '../../lib/router.ts'
import { isAdmin, projects } from '../../lib/session.ts'

export function Projects() {
  const rows = projects.value!
  return (
    <Page
      title="Projects"
      actions={
        isAdmin.value && (
          <Link to={paths.newProject} class="button primary">
            New project
          </Link>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty title="No projects yet">
          <p>A project is a documentation repository with its jobs and its readers.</p>
          {isAdmin.value ? (
            <Link to={paths.newProject} class="button primary">
              Create your first project
            </Link>
          ) : (
            <p class="faint">Ask an admin to create one.</p>
          )}
        </Empty>
      ) : (
        <Table
          caption="Projects"
          columns={[
            { name: 'Name' },
            { name: 'Repository' },
            { name: 'Code host', isExtra: true },
            { name: 'Agent' },
            { name: 'Created', isExtra: true },
          ]}
        >
          {rows.map((project) => (
            <tr key={project.projectId}>
              <th scope="row">
                <Link to={paths.overview(project.projectId)}>{project.name}</Link>
              </th>
              <td class="break">
                {project.repository}
                <div class="faint">{project.ref}</div>
              </td>
              <td class="extra">{project.codeHost}</td>
              <td>{project.agent}</td>
              <td class="extra">
                <Time at={project.createdAt} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  )
}
