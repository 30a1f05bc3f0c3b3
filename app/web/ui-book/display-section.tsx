import { Bug, CircleUser, LogOut, Plus, Utensils } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Skeleton, SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { PageSpinner } from '#kit/web/loading/spinner.tsx'
import { Menu, MenuFooter, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '#kit/web/overlays/menu.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Badge, Count } from '#kit/web/ui/badge.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Segmented } from '#kit/web/ui/inputs/segmented.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { ThemeChoice } from '#kit/web/ui/theme-choice.tsx'
import { Row, Section } from './section.tsx'

const towns = [
  'Arden',
  'Brevard',
  'East Asheville',
  'Franklin',
  'Hendersonville',
  'West Asheville',
  'Waynesville',
]
const choices = towns.map(town => ({ value: town, label: town }))
const orders = [
  { value: 'high', label: 'High to low' },
  { value: 'low', label: 'Low to high' },
]

export function ChoicesSection() {
  const [town, setTown] = useState<string>()
  const [order, setOrder] = useState('high')
  const [tab, setTab] = useState<'first' | 'second' | 'third'>('first')
  return (
    <Section title="Choices, tabs, menu">
      <Segmented label="Campus" options={choices} value={town} onChange={setTown} />
      <Segmented label="Order" options={orders} value={order} onChange={setOrder} />
      <Tabs
        label="Profile"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'first', label: 'Favorites', count: 12, content: <p>What the first tab holds.</p> },
          { value: 'second', label: 'Your Ratings', count: 0, content: <p>What the second tab holds.</p> },
          { value: 'third', label: 'Unrated Restaurants', content: <p>What the third tab holds.</p> },
        ]}
      />
      <Row>
        <Menu
          align="start"
          trigger={
            <button type="button" className="rounded-full p-0.5">
              <Avatar fallback="RB" />
              <span className="sr-only">Your menu</span>
            </button>
          }
        >
          <MenuLink>
            <a href="#profile">
              <CircleUser />
              Profile
            </a>
          </MenuLink>
          <MenuItem icon={<Bug />}>Report a Problem</MenuItem>
          <MenuSeparator />
          <MenuGroup label="Admin Controls">
            <MenuItem icon={<Utensils />}>Admin Dashboard</MenuItem>
            <MenuItem>Full Data Assist</MenuItem>
          </MenuGroup>
          <MenuSeparator />
          <ThemeChoice />
          <MenuSeparator />
          <MenuItem icon={<LogOut />}>Log out</MenuItem>
          <MenuFooter>System Version: 2.8.0</MenuFooter>
        </Menu>
      </Row>
    </Section>
  )
}

export function DisplaySection() {
  return (
    <Section title="Badges, avatars, banners">
      <Row>
        <Badge>Arden</Badge>
        <Badge tone="terracotta">Random Pick</Badge>
        <Badge tone="olive">All rated</Badge>
        <Badge tone="saffron">$$ Moderate</Badge>
        <Badge tone="brick">Temporarily Closed</Badge>
        <Badge tone="sky">Super Admin</Badge>
        <Count value={43} unit="restaurants" />
      </Row>
      <Row>
        <Avatar fallback="RB" size="small" />
        <Avatar fallback="RB" />
        <Avatar fallback="?" src="/missing.jpg" />
        <Avatar fallback="RB" size="large" />
      </Row>
      <Banner title="The kitchen is closed on Friday">Everything else is as usual.</Banner>
      <Banner severity="warning" title="You are offline" onDismiss={() => undefined}>
        What you see may be out of date.
      </Banner>
      <Banner severity="danger">Please leave the building by the east door.</Banner>
    </Section>
  )
}

export function StatesSection() {
  return (
    <Section title="Loading, empty, error">
      <div className="grid gap-5 md:grid-cols-2">
        <Card className="overflow-hidden">
          <Skeleton shape="picture" className="aspect-video" />
          <div className="p-5">
            <Skeleton className="mb-4 h-6 w-3/5" />
            <SkeletonText lines={3} />
          </div>
        </Card>
        <Card>
          <PageSpinner />
        </Card>
        <Card>
          <EmptyState
            title="No favorites yet"
            level={3}
            action={
              <Button variant="primary" icon={<Plus />}>
                Find a restaurant
              </Button>
            }
          >
            Tap the heart on a restaurant, and it waits for you here.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState message="Failed to fetch restaurants" onRetry={() => undefined} />
        </Card>
      </div>
    </Section>
  )
}
