// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/isochron-rt/NAME, or /dev/rtpN for a pipe of the alchemy layer: a channel to a task of
 * FreeRTOS below Linux, for each name in the device tree. read() and write() take a message each,
 * poll() tells of messages and of room for one, mmap() gives the area that both sides use as they
 * agree.
 */
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include <asm/csr.h>

#include "channel_layout.h"

#define PENDING		  0x0 /* of the doorbells' page for Linux */
#define RING		  0x4
#define CSR_EXTERNAL_MASK 0x9C0 /* VexRiscv's: which of its external interrupts are S mode's */

struct channel {
	struct miscdevice misc;
	void __iomem *memory, *bells;
	u32 bell;
	phys_addr_t area;
	wait_queue_head_t changed;
	struct mutex reads, writes;
	char node[32];
};

static struct channels {
	void __iomem *memory, *bells;
	unsigned int count;
	struct channel channel[CHANNELS];
} *the_channels; /* the interrupt is a core's own, which has no other argument */
static int __percpu *token;

static struct channel *channel_of(struct file *file)
{
	return container_of(file->private_data, struct channel, misc);
}

static u32 bytes_in(void __iomem *ring)
{
	return readl(ring + RING_PUT) - readl(ring + RING_TAKEN);
}

static bool has_message(struct channel *channel)
{
	return bytes_in(channel->memory + CHANNEL_TO_LINUX) != 0;
}

static bool has_room(struct channel *channel, size_t bytes)
{
	return RING_BYTES - bytes_in(channel->memory + CHANNEL_TO_FREERTOS) >= MESSAGE_TAKES(bytes);
}

/* Who waits holds the lock: who may not wait does not wait for that either. */
static int lock(struct file *file, struct mutex *mutex)
{
	if (file->f_flags & O_NONBLOCK)
		return mutex_trylock(mutex) ? 0 : -EAGAIN;
	return mutex_lock_interruptible(mutex);
}

static u32 get_word(void __iomem *ring, u32 at)
{
	return readl(ring + RING_DATA + (at & (RING_BYTES - 1)));
}

static void put_word(void __iomem *ring, u32 at, u32 word)
{
	writel(word, ring + RING_DATA + (at & (RING_BYTES - 1)));
}

static ssize_t channel_read(struct file *file, char __user *buffer, size_t size, loff_t *offset)
{
	struct channel *channel = channel_of(file);
	void __iomem *ring = channel->memory + CHANNEL_TO_LINUX;
	u32 words[MESSAGE_MOST / 4], taken, bytes;
	int done;

	done = lock(file, &channel->reads);
	if (done)
		return done;
	if (!has_message(channel)) {
		done = file->f_flags & O_NONBLOCK
			       ? -EAGAIN
			       : wait_event_interruptible(channel->changed, has_message(channel));
		if (done)
			goto unlock;
	}
	taken = readl(ring + RING_TAKEN);
	bytes = get_word(ring, taken);
	if (bytes > size || bytes > MESSAGE_MOST) {
		done = -EMSGSIZE;
		goto unlock;
	}
	for (u32 at = 0; at < bytes; at += 4)
		words[at / 4] = get_word(ring, taken + 4 + at);
	writel(taken + MESSAGE_TAKES(bytes), ring + RING_TAKEN);
	/* FreeRTOS may have found no room until now; it has put nothing in after that. */
	if (RING_BYTES - (readl(ring + RING_PUT) - taken) < MESSAGE_TAKES(MESSAGE_MOST))
		writel(channel->bell, channel->bells + RING);
	done = copy_to_user(buffer, words, bytes) ? -EFAULT : bytes;
unlock:
	mutex_unlock(&channel->reads);
	return done;
}

static ssize_t channel_write(struct file *file, const char __user *buffer, size_t size,
			     loff_t *offset)
{
	struct channel *channel = channel_of(file);
	void __iomem *ring = channel->memory + CHANNEL_TO_FREERTOS;
	u32 words[MESSAGE_MOST / 4] = { 0 }, put;
	int done;

	if (size == 0 || size > MESSAGE_MOST)
		return -EMSGSIZE;
	if (copy_from_user(words, buffer, size))
		return -EFAULT;
	done = lock(file, &channel->writes);
	if (done)
		return done;
	if (!has_room(channel, size)) {
		done = file->f_flags & O_NONBLOCK
			       ? -EAGAIN
			       : wait_event_interruptible(channel->changed,
							  has_room(channel, size));
		if (done)
			goto unlock;
	}
	put = readl(ring + RING_PUT);
	put_word(ring, put, size);
	for (u32 at = 0; at < size; at += 4)
		put_word(ring, put + 4 + at, words[at / 4]);
	writel(put + MESSAGE_TAKES(size), ring + RING_PUT);
	writel(channel->bell, channel->bells + RING);
	done = size;
unlock:
	mutex_unlock(&channel->writes);
	return done;
}

static __poll_t channel_poll(struct file *file, poll_table *table)
{
	struct channel *channel = channel_of(file);

	poll_wait(file, &channel->changed, table);
	return (has_message(channel) ? EPOLLIN | EPOLLRDNORM : 0) |
	       (has_room(channel, MESSAGE_MOST) ? EPOLLOUT | EPOLLWRNORM : 0);
}

static int channel_mmap(struct file *file, struct vm_area_struct *area)
{
	return vm_iomap_memory(area, channel_of(file)->area, CHANNEL_AREA_BYTES);
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.read = channel_read,
	.write = channel_write,
	.poll = channel_poll,
	.mmap = channel_mmap,
};

static irqreturn_t rung(int irq, void *unused)
{
	u32 pending = readl(the_channels->bells + PENDING) & CHANNEL_BELLS;

	writel(pending, the_channels->bells + PENDING);
	for (unsigned int i = 0; i < the_channels->count; i++) {
		if (pending & CHANNEL_BELL(i))
			wake_up_interruptible(&the_channels->channel[i].changed);
	}
	return IRQ_HANDLED;
}

static int add_channel(struct platform_device *device, struct channels *channels,
		       phys_addr_t memory)
{
	unsigned int i = channels->count;
	struct channel *channel = &channels->channel[i];
	const char *name;
	int done = of_property_read_string_index(device->dev.of_node, "channel-names", i, &name);

	if (done)
		return done;
	channel->memory = channels->memory + i * CHANNEL_BYTES;
	channel->bells = channels->bells;
	channel->bell = CHANNEL_BELL(i);
	channel->area = memory + i * CHANNEL_BYTES + CHANNEL_AREA;
	init_waitqueue_head(&channel->changed);
	mutex_init(&channel->reads);
	mutex_init(&channel->writes);
	/* A pipe of the alchemy layer is where Xenomai has it. */
	snprintf(channel->node, sizeof(channel->node), "%s%s",
		 strncmp(name, "rtp", 3) ? "isochron-rt/" : "", name);
	channel->misc = (struct miscdevice) {
		.minor = MISC_DYNAMIC_MINOR,
		.name = name,
		.nodename = channel->node,
		.fops = &operations,
		.parent = &device->dev,
	};
	done = misc_register(&channel->misc);
	channels->count += !done;
	return done;
}

static void channels_end(struct platform_device *device)
{
	int irq = platform_get_irq(device, 0);

	while (the_channels->count)
		misc_deregister(&the_channels->channel[--the_channels->count].misc);
	disable_percpu_irq(irq);
	free_percpu_irq(irq, token);
	free_percpu(token);
	the_channels = NULL;
}

static int channels_probe(struct platform_device *device)
{
	struct channels *channels = devm_kzalloc(&device->dev, sizeof(*channels), GFP_KERNEL);
	struct resource *memory = platform_get_resource(device, IORESOURCE_MEM, 0);
	int names = of_property_count_strings(device->dev.of_node, "channel-names");
	int irq = platform_get_irq(device, 0), done;

	if (!channels || !memory)
		return -ENOMEM;
	if (irq < 0)
		return irq;
	if (the_channels)
		return -EBUSY;
	if (names < 1 || names > CHANNELS || resource_size(memory) < names * CHANNEL_BYTES)
		return -EINVAL;
	channels->memory = devm_ioremap_resource(&device->dev, memory);
	channels->bells = devm_platform_ioremap_resource(device, 1);
	if (IS_ERR(channels->memory) || IS_ERR(channels->bells))
		return -EBUSY;

	token = alloc_percpu(int);
	if (!token)
		return -ENOMEM;
	the_channels = channels;
	done = request_percpu_irq(irq, rung, "isochron-rt", token);
	if (done) {
		free_percpu(token);
		the_channels = NULL;
		return done;
	}
	csr_write(CSR_EXTERNAL_MASK, CHANNEL_BELLS);
	enable_percpu_irq(irq, IRQ_TYPE_NONE);
	while (!done && channels->count < names)
		done = add_channel(device, channels, memory->start);
	if (done)
		channels_end(device);
	return done;
}

static const struct of_device_id compatible[] = { { .compatible = "isochron,rt-channels" }, {} };
MODULE_DEVICE_TABLE(of, compatible);

static struct platform_driver channels_driver = {
	.probe = channels_probe,
	.remove_new = channels_end,
	.driver = { .name = "isochron-rt", .of_match_table = compatible },
};

module_platform_driver(channels_driver);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Messages to tasks of FreeRTOS below Linux");
