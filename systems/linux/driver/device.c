// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/isochron-time: the platform device, and what programs do with its file.
 *
 * The interrupt's handler runs in interrupt context also with PREEMPT_RT: it takes as long as the
 * tasks that it wakes, and a thread of its own would come after them.
 */
#include <linux/bitfield.h>
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/clk.h>
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

#include "time_manager.h"

#define VERSION		  ISOCHRON_TIME_MANAGER_IDENTIFICATION_VERSION_RESET
#define FIELD(name, word) FIELD_GET(ISOCHRON_TIME_MANAGER_IDENTIFICATION_##name##_MASK, word)

#define DEFAULT_TICK_NS 10000000 /* the paper's 10 ms */

static unsigned int tick_ns = DEFAULT_TICK_NS;
module_param(tick_ns, uint, 0444);
MODULE_PARM_DESC(tick_ns, "tick of the software time base in nanoseconds");

static DEFINE_PER_CPU(struct time_manager *, percpu_manager);

static struct time_manager *probed;

struct time_manager *time_manager_get(void)
{
	return READ_ONCE(probed);
}

static int time_open(struct inode *inode, struct file *file)
{
	struct miscdevice *misc = file->private_data;
	struct time_file *mine = kzalloc(sizeof(*mine), GFP_KERNEL);

	if (!mine)
		return -ENOMEM;
	mine->manager = container_of(misc, struct time_manager, misc);
	file->private_data = mine;
	return 0;
}

static int time_release(struct inode *inode, struct file *file)
{
	struct time_file *mine = file->private_data;

	channels_unclaim_all(mine->manager, mine);
	if (mine->polling)
		put_task_struct(mine->polling);
	kfree(mine);
	return 0;
}

static long wait_ioctl(struct time_file *mine, struct file *file, void __user *user)
{
	struct isochron_time_wait wait;
	int error;

	if (copy_from_user(&wait, user, sizeof(wait)))
		return -EFAULT;
	error = channel_wait(mine->manager, mine, &wait, !(file->f_flags & O_NONBLOCK));
	if (error)
		return error;
	return copy_to_user(user, &wait, sizeof(wait)) ? -EFAULT : 0;
}

static long info_ioctl(struct time_manager *manager, void __user *user)
{
	struct isochron_time_info info = {
		.channels = manager->num_channels,
		.width = manager->width,
		.frequency = manager->frequency,
		.base = manager->base,
		.tick = manager->tick,
	};

	return copy_to_user(user, &info, sizeof(info)) ? -EFAULT : 0;
}

static long pair_ioctl(struct time_manager *manager, void __user *user)
{
	struct isochron_time_pair pair;
	unsigned long flags;

	local_irq_save(flags);
	pair.time = time_manager_get_time(manager);
	pair.monotonic = ktime_get_ns();
	local_irq_restore(flags);
	return copy_to_user(user, &pair, sizeof(pair)) ? -EFAULT : 0;
}

static long channel_ioctl(struct time_file *mine, unsigned int command, u32 channel)
{
	switch (command) {
	case ISOCHRON_TIME_CLAIM:
		return channel_claim(mine->manager, mine, channel);
	case ISOCHRON_TIME_UNCLAIM:
		return channel_unclaim(mine->manager, mine, channel);
	case ISOCHRON_TIME_STOP:
		return channel_stop(mine->manager, mine, channel);
	default:
		return capable(CAP_SYS_TIME) ? channels_set_base(mine->manager, channel) : -EPERM;
	}
}

static long time_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	struct time_file *mine = file->private_data;
	struct time_manager *manager = mine->manager;
	void __user *user = (void __user *)argument;
	struct isochron_time_start start;
	u32 number;
	u64 time;

	switch (command) {
	case ISOCHRON_TIME_WAIT:
		return wait_ioctl(mine, file, user);
	case ISOCHRON_TIME_START:
		if (copy_from_user(&start, user, sizeof(start)))
			return -EFAULT;
		return channel_start(manager, mine, &start);
	case ISOCHRON_TIME_INFO:
		return info_ioctl(manager, user);
	case ISOCHRON_TIME_GET_PAIR:
		return pair_ioctl(manager, user);
	case ISOCHRON_TIME_GET:
		time = time_manager_get_time(manager);
		return copy_to_user(user, &time, sizeof(time)) ? -EFAULT : 0;
	case ISOCHRON_TIME_SET:
		if (!capable(CAP_SYS_TIME))
			return -EPERM;
		if (copy_from_user(&time, user, sizeof(time)))
			return -EFAULT;
		if (manager->width < 64 && time >> manager->width)
			return -EINVAL;
		channels_set_time(manager, time);
		return 0;
	case ISOCHRON_TIME_CLAIM:
	case ISOCHRON_TIME_UNCLAIM:
	case ISOCHRON_TIME_STOP:
	case ISOCHRON_TIME_SET_BASE:
		if (copy_from_user(&number, user, sizeof(number)))
			return -EFAULT;
		return channel_ioctl(mine, command, number);
	default:
		return -ENOTTY;
	}
}

static __poll_t time_poll(struct file *file, poll_table *wait)
{
	struct time_file *mine = file->private_data;

	poll_wait(file, &mine->manager->pollers, wait);
	if (IS_ENABLED(CONFIG_PREEMPT_RT) && !poll_does_not_wait(wait))
		channels_polled(mine->manager, mine);
	return channels_released(mine->manager, mine) ? EPOLLIN | EPOLLRDNORM : 0;
}

static void wake_pollers(struct kthread_work *work)
{
	wake_up_interruptible(&container_of(work, struct time_manager, polled)->pollers);
}

/* The page in which the time can be read: in hardware, nothing else can be done there. */
static int time_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct time_file *mine = file->private_data;

	if (vma->vm_flags & VM_WRITE)
		return -EPERM;
	vm_flags_clear(vma, VM_MAYWRITE);
	vma->vm_page_prot = pgprot_noncached(vma->vm_page_prot);
	return vm_iomap_memory(vma, mine->manager->time_page, PAGE_SIZE);
}

#ifndef CONFIG_MMU
static unsigned long time_get_unmapped_area(struct file *file, unsigned long address,
					    unsigned long length, unsigned long offset,
					    unsigned long flags)
{
	struct time_file *mine = file->private_data;

	if (offset || length > PAGE_SIZE)
		return -EINVAL;
	return mine->manager->time_page;
}

static unsigned int time_mmap_capabilities(struct file *file)
{
	return NOMMU_MAP_DIRECT | NOMMU_MAP_READ;
}
#endif

static const struct file_operations time_operations = {
	.owner = THIS_MODULE,
	.open = time_open,
	.release = time_release,
	.unlocked_ioctl = time_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.poll = time_poll,
	.mmap = time_mmap,
#ifndef CONFIG_MMU
	.get_unmapped_area = time_get_unmapped_area,
	.mmap_capabilities = time_mmap_capabilities,
#endif
};

static irqreturn_t time_interrupt(struct time_manager *manager)
{
	u64 due;

	guard(raw_spinlock)(&manager->lock);
	due = time_manager_take_due(manager);
	if (!due)
		return IRQ_NONE;
	manager->operations->interrupt(manager, due);
	return IRQ_HANDLED;
}

static irqreturn_t shared_interrupt(int irq, void *data)
{
	return time_interrupt(data);
}

static irqreturn_t percpu_interrupt(int irq, void *data)
{
	return time_interrupt(*(struct time_manager **)data);
}

/* The line may be an interrupt controller's, or the core's own. */
static int request_interrupt(struct platform_device *device, struct time_manager *manager)
{
	int irq = platform_get_irq(device, 0);
	int error;

	if (irq < 0)
		return irq;
	if (!irq_is_percpu_devid(irq))
		return devm_request_irq(&device->dev, irq, shared_interrupt, IRQF_NO_THREAD,
					"isochron-time", manager);
	*this_cpu_ptr(&percpu_manager) = manager;
	error = request_percpu_irq(irq, percpu_interrupt, "isochron-time", &percpu_manager);
	if (!error)
		enable_percpu_irq(irq, IRQ_TYPE_NONE);
	return error;
}

static int time_probe(struct platform_device *device)
{
	struct time_manager *manager;
	struct resource *page;
	struct clk *clock;
	u32 identification;
	int error;

	manager = devm_kzalloc(&device->dev, sizeof(*manager), GFP_KERNEL);
	if (!manager)
		return -ENOMEM;
	manager->registers = devm_platform_ioremap_resource_byname(device, "registers");
	if (IS_ERR(manager->registers))
		return PTR_ERR(manager->registers);
	page = platform_get_resource_byname(device, IORESOURCE_MEM, "time");
	if (!page)
		return dev_err_probe(&device->dev, -EINVAL, "no page 'time' in the device tree\n");
	if (!PAGE_ALIGNED(page->start) || resource_size(page) < PAGE_SIZE)
		return dev_err_probe(
			&device->dev, -EINVAL,
			"'time' is no whole page: a program would map what is beside it\n");
	clock = devm_clk_get_enabled(&device->dev, NULL);
	if (IS_ERR(clock))
		return dev_err_probe(&device->dev, PTR_ERR(clock), "no clock\n");

	identification = readl(manager->registers + ISOCHRON_TIME_MANAGER_IDENTIFICATION_OFFSET);
	if (FIELD(VERSION, identification) != VERSION)
		return dev_err_probe(&device->dev, -ENODEV,
				     "identification %08x is not version %d\n", identification,
				     VERSION);
	manager->num_channels = FIELD(TASKS, identification);
	manager->width = FIELD(WIDTH, identification);
	manager->time_page = page->start;
	manager->frequency = clk_get_rate(clock);
	manager->tick = div_u64((u64)manager->frequency * tick_ns, NSEC_PER_SEC);
	if (manager->tick < SHORTEST_PERIOD)
		return dev_err_probe(&device->dev, -EINVAL, "tick_ns=%u is too short\n", tick_ns);
	raw_spin_lock_init(&manager->lock);
	mutex_init(&manager->mutex);
	init_waitqueue_head(&manager->pollers);
	kthread_init_work(&manager->polled, wake_pollers);
	if (IS_ENABLED(CONFIG_PREEMPT_RT)) {
		manager->poller = kthread_create_worker(0, "isochron-poll");
		if (IS_ERR(manager->poller))
			return PTR_ERR(manager->poller);
		sched_set_fifo(manager->poller->task);
	}
	channels_init(manager);

	error = request_interrupt(device, manager);
	if (error)
		return dev_err_probe(&device->dev, error, "no interrupt\n");
	dev_info(&device->dev, "%u channels of %u bits, %u Hz\n", manager->num_channels,
		 manager->width, manager->frequency);
	manager->misc.minor = MISC_DYNAMIC_MINOR;
	manager->misc.name = "isochron-time";
	manager->misc.fops = &time_operations;
	manager->misc.parent = &device->dev;
	error = misc_register(&manager->misc);
	if (!error)
		WRITE_ONCE(probed, manager);
	return error;
}

static const struct of_device_id time_matches[] = { { .compatible = "isochron,time-manager-2" },
						    {} };
MODULE_DEVICE_TABLE(of, time_matches);

static struct platform_driver time_driver = {
	.probe = time_probe,
	.driver = {
		.name = "isochron-time",
		.of_match_table = time_matches,
		.suppress_bind_attrs = true,
	},
};
builtin_platform_driver(time_driver);

MODULE_DESCRIPTION("Isochron's hardware time manager: delays and periods exact to the cycle");
MODULE_LICENSE("GPL");
