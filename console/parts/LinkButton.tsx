import { Button, type ButtonVariant } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icons.tsx'

interface LookProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children' | 'style'> {
  ref?: Ref<HTMLAnchorElement>
  children?: ReactNode
  icon?: IconName
  variant?: ButtonVariant
}

const Look = ({ icon, variant, children, ...anchor }: LookProps) => (
  <Button component="a" variant={variant ?? 'filled'} leftSection={icon && <Icon name={icon} size={16} />} {...anchor}>
    {children}
  </Button>
)

/** Links to another page with the appearance of a button. */
export const LinkButton = createLink(Look)
